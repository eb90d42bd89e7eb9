/** The tools that the cases of the end-to-end tests call. */
const schemaOf = (key: string) => ({ type: "object" as const, properties: { [key]: { type: "string" as const } }, required: [key] });

export const TOOLS = [
  { name: "get_weather", description: "The weather of a city.", schema: schemaOf("city") },
  { name: "get_time", description: "The time in a zone.", schema: schemaOf("zone") },
];
