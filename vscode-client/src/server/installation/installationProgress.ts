import type { InstallationStep } from './installationStep';

/** Bytes in one of the units that pip and uv print. */
const UNITS: Readonly<Record<string, number>> = { kB: 1e3, MB: 1e6, GB: 1e9, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

/** How far an installation is: its newest step, and the bytes of its downloads. */
export class InstallationProgress {
  private readonly announced = new Map<string, number>();
  private readonly finished = new Set<string>();
  private step: InstallationStep = { kind: 'prepare' };

  constructor(
    /** What is done, as a person reads it: "Installing Markscheme's server". */
    readonly title: string,
    /** Milliseconds since 1970 at the beginning. */
    readonly begun: number,
  ) {}

  add(step: InstallationStep): void {
    const { kind, name = '', size } = step;
    if (kind === 'download') {
      this.announced.set(name, bytesIn(size));
    } else if (kind === 'downloaded') {
      this.finished.add(name);
    }
    this.step = kind === 'downloaded' ? this.nextDownload() : step;
  }

  /** The newest step; a download that is not finished if there is one. */
  get newest(): InstallationStep {
    return this.step;
  }

  /** The bytes of finished and of all announced downloads. uv announces large files only. */
  get downloads(): { readonly finished: number; readonly announced: number } {
    const sizes = [...this.announced];
    const sum = (pairs: readonly (readonly [string, number])[]): number =>
      pairs.reduce((all, [, size]) => all + size, 0);
    return { finished: sum(sizes.filter(([name]) => this.finished.has(name))), announced: sum(sizes) };
  }

  /** Return the whole minutes since the beginning. */
  minutes(now: number): number {
    return Math.floor((now - this.begun) / 60_000);
  }

  private nextDownload(): InstallationStep {
    const open = [...this.announced].filter(([name]) => !this.finished.has(name));
    const largest = open.sort(([, one], [, other]) => other - one)[0];
    return largest ? { kind: 'download', name: largest[0] } : this.step;
  }
}

/** Return the bytes of a size as pip and uv print it: `192.3 MB`, `183.0MiB`. */
function bytesIn(size = ''): number {
  const match = /^([\d.]+)\s*(\w+)$/.exec(size);
  return match ? Number(match[1]) * (UNITS[match[2] ?? ''] ?? 0) : 0;
}
