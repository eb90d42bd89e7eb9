/** Names of the tools that the service runs itself: `toolCall.toolType` on this wire, snake_case words in the model. */
const TYPES = [
  ["GOOGLE_SEARCH_WEB", "web_search"],
  ["URL_CONTEXT", "web_fetch"],
] as const;

export function toolNameOf(toolType: string): string {
  return TYPES.find(([type]) => type === toolType)?.[1] ?? toolType;
}

export function toolTypeOf(name: string): string {
  return TYPES.find(([, known]) => known === name)?.[0] ?? name;
}
