/** The text that explains the command. */
export const HELP = `interlingua: documents of LLM services in another wire style, and what could not be carried

  interlingua translate --from <style> --to <style> [options] [file]
  interlingua validate  --style <style> [options] [file]
  interlingua check     --for <model> [--fix] [options] [file]
  interlingua demo

The document comes from the file, or from standard input. The result goes to standard output, the findings (what was lost,
changed or is wrong) to standard error: a table where a person looks, else JSON, one object a line.

\`check\` says what the service of a model refuses of a request in any style, with the facts that are known of the model:
as it is in the style of the model's vendor, or translated into it. \`--fix\` writes what would be sent.

Styles
  chat-completions (OpenAI), messages (Anthropic), generate-content (Google Gemini)

Options
  --kind <kind>         request (default), response, error or stream
                        An error is {"status", "body", "headers"}. A stream is server-sent events.
  --path <path>         URL path of a generate-content request: its model and action are in it
  --model <model>       model of the target, instead of that of the document
  --profile <profile>   whose rules and names count: gateway (default), vendor (default of \`check\`), or a server of
                        docs/dialects.md, as mistral
  --context <file>      the context that the translation of the request gave; for answers and streams
  --strict              refuse what is beyond the specification
  --reject-losses       refuse a translation that loses something
  --body                of a translated or fixed request the body alone, without its path and context
  --json                all in one JSON object on standard output: {"ok", "value", "issues"}
  --format <form>       findings as table, json (one object a line) or lines
  --<option>=<value>    any option of the library, as --defaultMaxTokens=4096 or --chatExtensions
  --help, --version

A file of a generate-content request may also be {"path", "body"}.

Environment
  NO_COLOR              no colours
  FORCE_COLOR           colours, and a table, also where no terminal is

Exit code
  0  done; there may be warnings on standard error
  1  the document is invalid, is refused, or cannot be translated
  2  a wrong call
`;
