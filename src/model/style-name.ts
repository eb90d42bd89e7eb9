/**
 * The wire styles by the name of their endpoint. A new style adds its name here and one line to the registry.
 * Source: the paths of rule R-177.
 */
export type StyleName = "chat-completions" | "messages" | "generate-content";
