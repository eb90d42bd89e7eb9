/** A call whose arguments come in pieces, see partial-args.ts; `willContinue` says whether more of them follow. */

import { isJsonArray, isJsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { plainJson } from "../../model/extensions.js";
import { createPartialArgs } from "./partial-args.js";
import type { GenerateContentPart } from "./wire.js";

type FunctionCall = NonNullable<GenerateContentPart["functionCall"]>;

export class PiecedCall {
  /** That of its first piece. */
  readonly path: Path;
  /** UTF-16 units of its pieces so far. */
  held = 0;
  private readonly first: GenerateContentPart;
  private readonly call: FunctionCall;
  private readonly args = createPartialArgs();

  constructor(first: GenerateContentPart, call: FunctionCall, path: Path) {
    this.first = first;
    this.call = call;
    this.path = path;
  }

  /** @returns the positions of the entries of `partialArgs` that cannot be read */
  add({ args, partialArgs }: FunctionCall): readonly number[] {
    this.held += JSON.stringify([args, partialArgs]).length;
    const given = plainJson(args);
    if (isJsonObject(given)) this.args.merge(given);
    const pieces = plainJson(partialArgs);
    const unread: number[] = [];
    if (isJsonArray(pieces))
      for (const [index, piece] of pieces.entries()) {
        if (!this.args.add(piece)) unread.push(index);
      }
    return unread;
  }

  /** A string of it was to go on. */
  get cut(): boolean {
    return this.args.cut;
  }

  /** The part as it would have come at once. */
  whole(): GenerateContentPart {
    const { willContinue: _more, partialArgs: _pieces, ...known } = this.call;
    return { ...this.first, functionCall: { ...known, args: this.args.value() } };
  }
}
