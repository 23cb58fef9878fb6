/** Work that runs once after a delay; starting it again starts the delay again. */
export class DelayedTask {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly milliseconds: number,
    private readonly work: () => void,
  ) {}

  start(): void {
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
