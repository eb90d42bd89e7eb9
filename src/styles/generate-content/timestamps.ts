/**
 * The times of a search filter: an ISO 8601 date or date-time (without an offset: UTC), or digits that count seconds
 * since 1970, or milliseconds from 13 digits on. Read without a clock and without the local time zone.
 */

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:([Zz])|([+-])(\d{2})(?::?(\d{2}))?)?)?$/;

/** Milliseconds since 1970; undefined when the text is no time. */
export function parseTimestamp(text: string): number | undefined {
  if (/^\d{1,16}$/.test(text)) return text.length >= 13 ? Number(text) : Number(text) * 1000;
  const match = text.length > 64 ? null : ISO.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", , sign, offsetHour = "0", offsetMinute = "0"] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60 || Number(offsetHour) > 23 || Number(offsetMinute) > 59)
    return undefined;
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const date = new Date(midnight);
  // Date.UTC lets the 31st of June run into July.
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  const offset = (sign === "-" ? -1 : 1) * (Number(offsetHour) * 60 + Number(offsetMinute));
  return (
    midnight +
    ((Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second)) * 1000 +
    (fraction === "" ? 0 : Number(`0.${fraction}`) * 1000)
  );
}
