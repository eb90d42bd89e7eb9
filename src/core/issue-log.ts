/**
 * Findings as they are gathered: those of one call or one stream, filtered, judged and counted at one place, and never more than the caller
 * wants; and those of a document of another shape, a list of places up to a limit, and the finding that each becomes.
 */
import {
  broken,
  describe,
  fail,
  formatPath,
  type Issue,
  type IssueCode,
  isCount,
  moreThan,
  type Path,
  type Report,
  type Result,
  rejected,
  type Severity,
} from "./issue.js";
import { compact } from "./json.js";

/** Findings of a whole document that are listed, where the caller sets no number. */
export const MAX_ISSUES = 1000;
/** The same of a stream. */
export const MAX_STREAM_ISSUES = 100;

export interface LogOptions extends ReportOptions {
  readonly onLoss?: "report" | "reject";
}

/** So long a list has no spare capacity: it is made anew for each finding, for nearly all streams have few. */
const SHORT = 8;

export class IssueLog {
  /** All that were added, whether they are reported and listed or not. */
  count = 0;
  /** The log is full, and an error came: what follows would only be counted. */
  declare exhausted: true | undefined;
  private readonly limit: number;
  private readonly report: ReportOptions["report"];
  private readonly rejects: boolean;
  private listed: Issue[] | undefined;
  private more = 0;
  /** An error is listed; a warning is not; nobody asked to be called. Most streams have none of these, and hold no room for them. */
  declare private failed: true | undefined;
  declare private warned: true | undefined;
  declare private readonly onListed: Report | undefined;

  /**
   * @param options absent: all is reported
   * @param usual how many are listed where the caller sets no number
   * @param onListed is called with each finding when it is listed
   */
  constructor({ maxIssues, report, onLoss }: LogOptions = { report: "all" }, usual = MAX_ISSUES, onListed?: Report) {
    this.limit = maxIssues ?? usual;
    if (onListed !== undefined) this.onListed = onListed;
    this.report = report;
    this.rejects = onLoss === "reject";
  }

  add(found: Issue): undefined {
    this.count++;
    if (isCount(found)) this.leaveOut(found, found.more);
    else if (this.report === "all" || isNoticed(found)) this.list(this.rejects ? rejected(found) : found);
  }

  /** Whether a finding of this severity would be listed. One that would not is counted, and need not be made. */
  wants(severity: Severity): boolean {
    if (severity === "error" || this.listed === undefined || this.listed.length < this.limit) return true;
    this.count++;
    this.leaveOut({ severity });
    return false;
  }

  /** At most the limit, and one that counts the others. */
  get issues(): readonly Issue[] {
    const { listed = [], more } = this;
    const rest = more === 0 ? undefined : this.rest;
    return rest === undefined ? [...listed] : [...listed, rest];
  }

  /** What counts the findings that are not listed, if there are any. */
  get rest(): Issue | undefined {
    const { more, limit } = this;
    return more === 0 ? undefined : moreThan(more, { limit, severity: this.warned ? "warning" : "info" });
  }

  /** Success with what was found, or failure where an error is among it. */
  settle<T>(value: T): Result<T> {
    const { issues } = this;
    const [first] = issues;
    return this.failed && first !== undefined ? fail([first, ...issues.slice(1)]) : { ok: true, value, issues };
  }

  private list(issue: Issue): void {
    const { listed, limit } = this;
    if (issue.severity === "error") this.failed = true;
    if (listed === undefined && limit > 0) {
      this.onListed?.(issue);
      this.listed = [issue];
    } else if (listed !== undefined && listed.length < limit) {
      for (let index = Math.max(0, listed.length - SHORT); index < listed.length; index++) if (isSame(listed[index], issue)) return;
      this.onListed?.(issue);
      if (listed.length >= SHORT) listed.push(issue);
      // A spread alone leaves room for more, in every live stream.
      else this.listed = [...listed, issue].slice();
    } else if (issue.severity === "error") this.makeRoom(listed ?? [], issue);
    else this.leaveOut(issue);
  }

  /**
   * An error is listed in place of the last finding that is none. Where all are errors, the last one is replaced: it is the one
   * that states why a stream broke off. One is listed whatever the limit, for without it nobody knows why there is no result.
   */
  private makeRoom(listed: readonly Issue[], issue: Issue): void {
    const last = listed.findLastIndex(({ severity }) => severity !== "error");
    const goes = listed.at(last);
    // What the caller has been given already is not left out.
    if (goes !== undefined && this.onListed === undefined) this.leaveOut(goes);
    this.listed = [...listed.filter((kept) => kept !== goes), issue];
    this.exhausted = true;
    this.onListed?.(issue);
  }

  private leaveOut({ severity }: Pick<Issue, "severity">, count = 1): void {
    this.more += count;
    if (severity !== "info") this.warned = true;
  }
}

/** Whether it says the same of the same place. */
function isSame(one: Issue | undefined, other: Issue): boolean {
  const { path } = other;
  if (one?.code !== other.code || one.message !== other.message || one.path.length !== path.length) return false;
  return one.path.every((step, index) => step === path[index]);
}

/** Which findings of a translation are given. */
export interface ReportOptions {
  /**
   * `"losses"` leaves out findings that change nothing for the receiver: loss `equivalent`, `synthesized.id`, `synthesized.created` and
   * `defaulted.other`.
   * @defaultValue `"losses"`
   */
  readonly report?: "losses" | "all";
  /**
   * Findings that are listed. Further warnings and notices are only counted, by one `issues.more` with their number in `more`, and
   * checking stops at the first error.
   * @defaultValue 1000, and 100 of a stream
   */
  readonly maxIssues?: number;
}

const UNNOTICED: ReadonlySet<IssueCode> = new Set(["synthesized.id", "synthesized.created", "defaulted.other"]);

/** Whether the finding tells of something that the receiver notices. An error always does. */
function isNoticed({ severity, loss, code }: Issue): boolean {
  return severity === "error" || (loss !== "equivalent" && (severity === "warning" || !UNNOTICED.has(code)));
}

/** Kinds of findings that are distinguished. Beyond them nothing new is passed on, so that memory stays bounded. */
const MAX_KINDS = 256;

/** Codes that are reported of every event. All others are of parts, of which each is lost apart. */
const REPEATED: ReadonlySet<IssueCode> = new Set(["dropped.field", "approximated.reordered"]);

/** Of findings that came, places and words in turn. A list, for there are few in nearly all streams, and thousands of streams. */
const NONE: readonly string[] = [];

/** What one call of a machine gives back, gathered while it works and not held any longer; and what it finds. */
export abstract class EventBuffer<Item> {
  protected out: Item[] | undefined = undefined;
  private seen = NONE;

  /** @param reportAlways takes every finding */
  constructor(protected readonly reportAlways: Report = IGNORE) {}

  emit(item: Item): void {
    if (this.out === undefined) this.out = [item];
    else this.out.push(item);
  }

  protected drain(): readonly Item[] {
    const { out } = this;
    this.out = undefined;
    return out ?? [];
  }

  /** Takes the first finding of each kind, of the same words at the same place, indexes aside; none where there are too many. */
  once(issue: Issue): void {
    const { seen } = this;
    const { path, message } = issue;
    const place = path.filter((step) => typeof step === "string").join(".");
    if (seen.length >= 2 * MAX_KINDS) return;
    for (let index = 0; index < seen.length; index += 2) if (seen[index] === place && seen[index + 1] === message) return;
    this.seen = seen.concat(place, message);
    this.reportAlways(issue);
  }

  /** Takes, of what is reported of every event, the first of each kind. Made anew for who asks, for a stream that waits holds none. */
  get report(): (issue: Issue) => undefined {
    return (issue) => {
      if (REPEATED.has(issue.code)) this.once(issue);
      else this.reportAlways(issue);
    };
  }
}

const IGNORE = (): void => {};

/** The id of the rule, or one for what is missing (default: as `type`), of the wrong type, or a word that is none of the legal ones. */
export type RuleOf = string | { readonly missing?: string; readonly type: string; readonly word?: string };

function ruleFor(rule: RuleOf, value: unknown): string {
  const { missing, type, word } = asNamed(rule);
  return (value === undefined || value === null ? missing : typeof value === "string" ? word : undefined) ?? type;
}

export function asNamed(rule: RuleOf): Exclude<RuleOf, string> {
  return typeof rule === "string" ? { type: rule } : rule;
}

/** The faults of a document, up to a limit: values that do not conform. */
export class Faults {
  readonly found: Issue[] = [];
  private readonly place: (string | number)[] = [];

  /** @param named the rule of this document for one that the schema names */
  constructor(
    private readonly limit: number,
    private readonly named: (rule: string) => string,
  ) {}

  get isFull(): boolean {
    return this.found.length >= this.limit;
  }

  /** @param expected "a string"; undefined where no words are known for it */
  add(rule: RuleOf, expected: string | undefined, value: unknown, path: Path = []): void {
    if (this.isFull) return;
    const received = describe(value);
    const at = [...this.place, ...path];
    const place = at.length === 0 ? "The body" : `\`${formatPath(at)}\``;
    const wrong = expected === undefined ? `${place} cannot be ${received}.` : `${place} must be ${expected}, not ${received}.`;
    const message = received === "nothing" ? `${place} is required and is missing.` : wrong;
    this.found.push(broken(this.named(ruleFor(rule, value)), at, message, { ...compact({ expected }), received }));
  }

  /** @param explain adds those of a member */
  inside(key: string | number, explain: Explain, value: unknown): void {
    if (this.isFull) return;
    this.place.push(key);
    explain(value, this);
    this.place.pop();
  }
}

/** Adds the faults of a value: none of one that conforms. */
export type Explain = (value: unknown, faults: Faults) => void;
