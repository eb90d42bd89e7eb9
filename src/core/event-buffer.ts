/** What one call of a machine gives back: gathered while it works, and not held any longer. */
export abstract class EventBuffer<Item> {
  protected out: Item[] | undefined = undefined;

  emit(item: Item): void {
    if (this.out === undefined) this.out = [item];
    else this.out.push(item);
  }

  protected drain(): readonly Item[] {
    const { out } = this;
    this.out = undefined;
    return out ?? [];
  }
}
