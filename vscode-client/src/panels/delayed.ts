/** Something that is done when nothing has asked for it for a while: once, and the last that was asked. */
export class Delayed {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly milliseconds: number,
    private readonly work: () => void,
  ) {}

  ask(): void {
    this.dispose();
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.work();
    }, this.milliseconds);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
