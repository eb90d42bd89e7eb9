/**
 * What the laws let pass, each with its reason: `docs/exceptions.md` lists it. A row that no known and no generated document
 * needs any more fails the tests.
 */
export interface Exception {
  /** Of the dotted path in the source. */
  readonly path: RegExp;
  readonly reason: string;
}

/** A leaf that may go without a word, for its absence means the same. Another value in its place is still a change. */
export interface Absence extends Exception {
  /** The only value for which it holds. */
  readonly value?: string | number | boolean;
}

/** Findings at other places speak of this one as well. */
export interface Companion extends Exception {
  readonly told: RegExp;
}

/** Law 3, no silent loss. */
export const absences: readonly Absence[] = [
  {
    path: /(^|\.)(stream|include_usage|is_error|strict|defer_loading|store|async|prefix|disable_parallel_tool_use|enableEnhancedCivicAnswers)$/,
    value: false,
    reason: "A switch that is off unless it is set.",
  },
  { path: /^n$|candidate_?count$/i, value: 1, reason: "One answer is what every style gives unless it is asked for more." },
  {
    path: /^object$|(^|\.)(type|role)$|(choices|candidates|tool_calls|reasoning_details)\.\d+\.index$/,
    reason: "A constant, or the position in its list.",
  },
  { path: /body\.(error\.)?type$/, value: "error", reason: "The constant by which an error body is known." },
  { path: /^thinking\.display$/, value: "summarized", reason: "The default of the field." },
  { path: /^tools\.\d+\.name$/, value: "code_execution", reason: "The only name that this server tool may have." },
  { path: /(^|\.)usage(_?metadata)?\..*/i, value: 0, reason: "A count that is absent is a count of nothing." },
  { path: /total_?token(s|_?count)$|candidates_?token_?count$/i, reason: "A sum of what is counted elsewhere." },
  { path: /executable_?code\.language$/i, value: "PYTHON", reason: "The only language that is run." },
  { path: /media_?resolution$/i, value: "MEDIA_RESOLUTION_UNSPECIFIED", reason: "The word for nothing said." },
  { path: /function_?calling_?config\.mode$/i, value: "MODE_UNSPECIFIED", reason: "The word for nothing said." },
  { path: /response_?mime_?type$|response_?format\.\d+\.text\.mime_?type$/i, reason: "A schema beside it says that the answer is JSON." },
  {
    path: /(segment|citations\.\d+|citation_?sources\.\d+)\.(start_?index|end_?index|part_?index|text|title)$/i,
    reason: "An offset that is absent is 0, and the cited text follows from the offsets.",
  },
  {
    path: /(message|messages\.\d+)\.reasoning(_content)?$|reasoning_details\.\d+\.text$|url_citation\.(start|end)_index$|native_finish_reason$/,
    reason: "A second telling: of the same thoughts, of offsets that cover the whole text, of the reason for the end.",
  },
  { path: /include_?thoughts$/i, value: true, reason: "Clients of the other styles expect thoughts where nothing is said." },
  { path: /^reasoning\.exclude$|citations\.enabled$/, value: false, reason: "A switch that is off unless it is set." },
  { path: /^speed$/, value: "standard", reason: "The default of the field." },
  { path: /reasoning_details\.\d+\.format$/, value: "unknown", reason: "The word for nothing said." },
  { path: /messages\.\d+\.name$/, reason: "The result of an old call without its name is that of the last one." },
  {
    path: /(^(service_tier|system_fingerprint)|audio\.(id|data|transcript)|function_call\.name|custom\.(name|input))$/,
    value: "",
    reason: "Servers that write every field write the empty text where there is nothing.",
  },
  { path: /audio\.expires_at$/, value: 0, reason: "Servers that write every field write 0 where there is no time." },
  { path: /\.arguments$/, value: "{}", reason: "A call without arguments has the empty object." },
  { path: /prompt_cache_breakpoint\.mode$/, value: "explicit", reason: "The default of the field." },
  { path: /^include_reasoning$/, value: true, reason: "The default of the field." },
  {
    path: /\.(arguments|content|text|thinking|summary|stderr|stdout|output|refusal|cited_text)$|url_citation\.title$/,
    value: "",
    reason: "An empty text says nothing.",
  },
  { path: /^body(\.error)?(\.message)?$/, value: "", reason: "An empty text says nothing." },
  {
    path: /(tool_call_id|(function|tool)_?(response|call)\.id|executable_?code\.id|code_?execution_?result\.id)$/i,
    reason: "The order of calls and results pairs them as well.",
  },
  { path: /file_?data\.mime_?type$/i, reason: "The suffix of the URL says it as well." },
  { path: /allowed_tools\.mode$|image_url\.detail$/, value: "auto", reason: "The default of the field." },
];

/** Law 3: spellings of one thing. Each may be left out while another is there; where they disagree, an issue says so. */
export const spellings: readonly Exception[] = [
  { path: /^max_(completion_)?tokens$/, reason: "The older and the newer name of the limit." },
  { path: /^(tool_choice|function_call)(\.|$)/, reason: "The newer and the older way to choose a tool." },
  {
    path: /^(thinking\.budget_tokens|reasoning\.max_tokens|extra_body\.google\.thinking_config\.thinking_budget)$/,
    reason: "Dialects of the budget of thinking.",
  },
  {
    path: /^(reasoning_effort|reasoning\.effort|extra_body\.google\.thinking_config\.thinking_level)$/,
    reason: "Dialects of the effort of thinking.",
  },
  { path: /^(user|safety_identifier)$/, reason: "The older and the newer name of the end user." },
  {
    path: /^(include_reasoning|reasoning\.exclude|extra_body\.google\.thinking_config\.include_thoughts)$/,
    reason: "Dialects of whether thoughts are told.",
  },
];

/**
 * Law 4, round trip: fields that say one thing together, of which an issue names the one that was written. The others follow
 * it in the normal form and on the way back.
 */
export const companions: readonly Companion[] = [
  {
    path: /^(output_config\.effort|thinking\.budget_tokens|generationConfig\.thinkingConfig\.thinkingBudget)$/,
    told: /^(thinking|output_config\.effort|generationConfig\.thinkingConfig\.thinkingLevel)(\.|$)/,
    reason: "How much to think is told by both.",
  },
  {
    path: /\.reasoning_content$/,
    told: /\.(reasoning|reasoning_content|reasoning_details\.\d+|thinking_blocks\.\d+|content\.\d+)$/,
    reason: "Thoughts that stand in several fields are told at one of them.",
  },
  {
    path: /^tools\.\d+|^functions\.\d+|schema(\.|$)|^(response_format|output_config\.format)\.type$/i,
    told: /(parameters|strict|schema)(\.|$)/i,
    reason: "A schema that the target's vendor does not take is reduced: one issue for each keyword, at the first place.",
  },
  { path: /\.prompt_cache_breakpoint\.mode$/, told: /\.cache_control$/, reason: "The marker has two spellings." },
  { path: /\.cache_control\.(type|ttl)$/, told: /\.prompt_cache_breakpoint$/, reason: "The marker has two spellings." },
  {
    path: /\.native_finish_reason$/,
    told: /\.(finish_reason|matched_stop|stop_reason)$/,
    reason: "Where the field that tells a stop sequence is lost, the word of the other service says that there was one.",
  },
  {
    path: /\.message\.(content|refusal)$/,
    told: /\.message\.(content(\.\d+(\.refusal)?)?|refusal|audio(\.transcript)?)$/,
    reason: "A refusal and the words of a recording are text in other styles.",
  },
  { path: /\.tool_calls\.0(\.|$)/, told: /\.function_call(\.arguments)?$/, reason: "The newer and the older way to call." },
  {
    path: /^messages\.\d+\.(refusal|content(\.\d+)?)$/,
    told: /\.(refusal|audio(\.transcript)?)$/,
    reason: "A refusal and the words of a recording are text in other styles.",
  },
  { path: /^messages\.\d+\.content$/, told: /\.content\.\d+\.text$/, reason: "The only text of a list is the content." },
  {
    path: /^messages\.\d+\.content$/,
    told: /\.extra_content\.google\.thought_signature$/,
    reason: "A signature of no text is that of one which says nothing.",
  },
  {
    path: /^(system|systemInstruction)(\.|$)/,
    told: /^(messages|contents)\.\d+$/,
    reason: "Instructions that moved to the front may be the first that stand there.",
  },
  {
    path: /^generationConfig\.mediaResolution$/,
    told: /\.mediaResolution\.level$/,
    reason: "The resolution of all media stands at each of them in other styles.",
  },
  {
    path: /\.finishMessage$/,
    told: /^promptFeedback\.blockReasonMessage$/,
    reason: "The message of a refused prompt is that of the refused answer.",
  },
  {
    path: /\.reasoning_details\.\d+/,
    told: /\.(reasoning|reasoning_content|reasoning_details|thinking_blocks|content\.\d+)(\.\w+)?$/,
    reason: "Thoughts that stand in several fields are told at one of them.",
  },
  {
    path: /\.(groundingMetadata|citationMetadata)(\.|$)/,
    told: /\.(groundingMetadata|citationMetadata|citationSources|parts\.\d+)(\.|$)/,
    reason: "What is cited is told by offsets into the parts that are left.",
  },
  {
    path: /\.content\.\d+\.(cache_control\.(type|ttl)|prompt_cache_breakpoint\.mode)$/,
    told: /\.content\.\d+\.text$/,
    reason: "The marker of a text that is left out goes to the block before it.",
  },
  { path: /\.annotations\.\d+/, told: /\.annotations(\.|$)/, reason: "Annotations that are left out move those after them." },
  {
    path: /^candidates\.\d+\.content\.parts\.\d+(\.text)?$/,
    told: /^candidates\.\d+\.content\.parts\.\d+$/,
    reason: "The normal form of an answer leaves out parts that say nothing, which moves those after them.",
  },
];

/** Law 6, coherence: paths of a stream's issues name events, which are gone when the answer is collected; their code says what they are about. */
export const subjects: readonly (Exception & { readonly code: RegExp })[] = [
  {
    code: /citation/,
    path: /annotations|citations|[gG]rounding|[cC]itation/,
    reason: "A citation that comes when its text is closed is told elsewhere, or not at all.",
  },
  {
    code: /merged/,
    path: /partIndex|extra_content\.google\.thought_signature/,
    reason: "Segments of a text count the parts before it, and a text that was signed goes on.",
  },
];

/** Rows that a case has needed since the tests began. */
export const needed = new Set<Exception>();

/** The page of what the laws let pass. */
export function exceptionPage(): string {
  const code = (pattern: RegExp | string | number | boolean | undefined) =>
    pattern === undefined
      ? ""
      : `\`${String(pattern instanceof RegExp ? pattern.source : JSON.stringify(pattern)).replaceAll("|", "\\|")}\``;
  const table = (head: string, rows: readonly (readonly string[])[]) =>
    `| ${head} |\n|${"---|".repeat(head.split("|").length)}\n${rows.map((row) => `| ${row.join(" | ")} |\n`).join("")}`;
  return `# What the laws let pass

Generated by \`npm run docs\` from \`test/laws/exceptions.ts\`. Paths are regular expressions for dotted paths of the source. A
row that no document needs any more fails the tests.

## No silent loss: leaves whose absence means the same

Without a value in the second column, any value may go. Another value in its place is still a change that is told.

${table(
  "path | value | reason",
  absences.map(({ path, value, reason }) => [code(path), code(value), reason]),
)}
## No silent loss: spellings of one thing

Each may be left out while another is there; where they disagree, an issue says so.

${table(
  "paths | reason",
  spellings.map(({ path, reason }) => [code(path), reason]),
)}
## Round trip: fields that say one thing together

An issue at the one speaks of the other as well.

${table(
  "path | told at | reason",
  companions.map(({ path, told, reason }) => [code(path), code(told), reason]),
)}
## Coherence of streams

Issues of a stream name its events; their code says what they are about in the answer.

${table(
  "code | path | reason",
  subjects.map((row) => [code(row.code), code(row.path), row.reason]),
)}`;
}
