/** The newest messages of a panel, which a page that is new, or was hidden, is posted again. */
export class LastMessages<Shown extends object, Message extends object> {
  private result: Shown | undefined;
  private last: Shown | Message | undefined;

  constructor(private readonly post: (message: Shown | Message) => void) {}

  /** The result that the page shows, under whatever was posted after it. */
  get shown(): Shown | undefined {
    return this.result;
  }

  get isEmpty(): boolean {
    return this.last === undefined;
  }

  /** Post a result. */
  show(result: Shown): void {
    this.result = result;
    this.update(result);
  }

  /** Post how far the computation of a result is, or why there is none. */
  update(message: Shown | Message): void {
    this.last = message;
    this.post(message);
  }

  /** Post nothing again that was posted so far. */
  forget(): void {
    this.result = undefined;
    this.last = undefined;
  }

  /** Post the result that was there before, or else a message. */
  restore(otherwise: Message): void {
    this.update(this.result ?? otherwise);
  }

  /** Post the result, and the newest message if it is another one. */
  repeat(): void {
    if (this.result && this.last !== this.result) {
      this.post(this.result);
    }
    if (this.last) {
      this.post(this.last);
    }
  }
}
