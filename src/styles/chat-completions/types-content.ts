/**
 * What messages of the chat-completions wire are made of, as this library writes them: of requests and of answers.
 * https://platform.openai.com/docs/api-reference/chat/create
 */

/** What is told apart by its `type`. */
export interface ChatCompletionsKind<Kind extends string> {
  /** Its kind. */
  type: Kind;
}

/** Marks the end of a prefix that may be cached. */
export interface ChatCompletionsCacheBreakpoint {
  /** Its kind. */
  mode: "explicit";
}
/** What may end a prefix that is cached. */
export interface ChatCompletionsCached {
  /** The prompt may be cached up to here. */
  prompt_cache_breakpoint?: ChatCompletionsCacheBreakpoint;
}

/** A block of text. */
export interface ChatCompletionsTextPart extends ChatCompletionsKind<"text">, ChatCompletionsCached {
  /** The text. */
  text: string;
}
/** A picture, by its address or as a `data:` URL. */
export interface ChatCompletionsImagePart extends ChatCompletionsKind<"image_url">, ChatCompletionsCached {
  /** Where the picture is. */
  image_url: {
    /** `https:` or `data:image/…;base64,`. */
    url: string;
    /** How finely it is read. Default: the service decides. */
    detail?: "auto" | "low" | "high";
  };
}
/** Recorded sound. */
export interface ChatCompletionsAudioPart extends ChatCompletionsKind<"input_audio">, ChatCompletionsCached {
  /** The sound. */
  input_audio: {
    /** Base64. */
    data: string;
    /** What the data is. */
    format: "wav" | "mp3";
  };
}
/** A document: its content, or the id of an uploaded file. */
export interface ChatCompletionsFilePart extends ChatCompletionsKind<"file">, ChatCompletionsCached {
  /** Where the document is. */
  file: {
    /** A `data:` URL. */
    file_data?: string;
    /** The id of an uploaded file. */
    file_id?: string;
    /** Name that the model is shown. */
    filename?: string;
  };
}
/** What the assistant refused with. */
export interface ChatCompletionsRefusalPart extends ChatCompletionsKind<"refusal"> {
  /** The words. */
  refusal: string;
}
/** One block of what a user says. */
export type ChatCompletionsContentPart =
  | ChatCompletionsTextPart
  | ChatCompletionsImagePart
  | ChatCompletionsAudioPart
  | ChatCompletionsFilePart;

/** Signatures of thoughts, as the service's endpoint for Gemini models carries them. */
export interface ChatCompletionsExtraContent {
  /** What that service adds. */
  google: {
    /** Proof that the thought is its own; it must come back unchanged. */
    thought_signature: string;
  };
}
/** What may be signed. */
export interface ChatCompletionsSigned {
  /** Signature of the thought that led to it; of compatible servers. */
  extra_content?: ChatCompletionsExtraContent;
}

/** A call of a function that the assistant made. */
export interface ChatCompletionsFunctionCall extends ChatCompletionsSigned {
  /** Id to which the result refers. */
  id: string;
  /** Its kind. */
  type: "function";
  /** What is called, and with what. */
  function: {
    /** Name of the function. */
    name: string;
    /** JSON, as text. */
    arguments: string;
  };
}
/** A call of a tool that takes text of any form. */
export interface ChatCompletionsCustomCall {
  /** Id to which the result refers. */
  id: string;
  /** Its kind. */
  type: "custom";
  /** What is called, and with what. */
  custom: {
    /** Name of the tool. */
    name: string;
    /** Text of any form. */
    input: string;
  };
}
/** A call of a tool in the history or in an answer. */
export type ChatCompletionsToolCall = ChatCompletionsFunctionCall | ChatCompletionsCustomCall;

/** What every thought has, as OpenRouter and other compatible servers carry it. */
export interface ChatCompletionsReasoning {
  /** How the service's signatures are made. */
  format?: string;
  /** Number of the thought in the answer, from 0. */
  index?: number;
  /** Id of the thought. */
  id?: string;
}
/** A thought in words. */
export interface ChatCompletionsReasoningText extends ChatCompletionsKind<"reasoning.text">, ChatCompletionsReasoning {
  /** The thought. */
  text?: string;
  /** Proof of the service that the thought is its own. */
  signature?: string;
}
/** What a thought comes to. */
export interface ChatCompletionsReasoningSummary extends ChatCompletionsKind<"reasoning.summary">, ChatCompletionsReasoning {
  /** The summary. */
  summary: string;
}
/** A thought that only the service can read. */
export interface ChatCompletionsReasoningEncrypted extends ChatCompletionsKind<"reasoning.encrypted">, ChatCompletionsReasoning {
  /** The thought; it must come back unchanged. */
  data: string;
}
/** A thought, told apart by `type`. */
export type ChatCompletionsReasoningDetail =
  | ChatCompletionsReasoningText
  | ChatCompletionsReasoningSummary
  | ChatCompletionsReasoningEncrypted;

/** Thoughts beside a message; of compatible servers. */
export interface ChatCompletionsThoughts extends ChatCompletionsSigned {
  /** Thoughts as one text. */
  reasoning_content?: string;
  /** Thoughts with their signatures. */
  reasoning_details?: ChatCompletionsReasoningDetail[];
}
