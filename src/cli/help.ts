/** The text of `interlingua --help`. */
export const help = `interlingua: documents of LLM services in another wire style, and what could not be carried

  interlingua translate --from <style> --to <style> [options] [file]
  interlingua validate  --style <style> [options] [file]

The document comes from the file, or from standard input. The result goes to standard output, what was lost or changed to
standard error, one line each.

Styles
  chat-completions, messages, generate-content

Options
  --kind <kind>         request (default), response, error or stream
                        An error is {"status", "body", "headers"}. A stream is server-sent events.
  --path <path>         URL path of a generate-content request: its model and action are in it
  --model <model>       model of the target, instead of that of the document
  --profile <profile>   gateway (default) or vendor: whose rules and names count
  --context <file>      the context that the translation of the request gave; for answers and streams
  --strict              refuse what is beyond the specification
  --reject-losses       refuse a translation that loses something
  --json                one JSON object on standard output: {"ok", "value", "issues"}
  --help, --version

A file of a generate-content request may also be {"path", "body"}.

Exit code
  0  done; there may be warnings on standard error
  1  the document is invalid, or cannot be translated
  2  a wrong call
`;
