import type { Part } from './installer';
import { executables, isExecutable, type SearchPlaces } from '../search/searchPath';

/** The setting `markscheme.server.torch`. */
export type TorchChoice = 'auto' | 'cpu' | 'cuda';

/** A build of PyTorch: for the processor, for NVIDIA's GPUs, or the one that the person's package index has. */
export type TorchBuild = 'cpu' | 'cuda' | 'index';

/** Bytes of an installation, measured with Python 3.11 on Linux. A test compares them with a new installation. */
export interface InstallationSize {
  /** Bytes from the network. */
  readonly download: number;
  /** Bytes on the disk after the first marks. */
  readonly disk: number;
  /** Bytes that must be free while installing: the disk's, with downloads and the installer. */
  readonly needed: number;
}

/** Of what marks alone, and of all with the encoder, by PyTorch's build. */
export const SIZES = {
  base: { download: 0.14e9, disk: 0.5e9, needed: 0.9e9 },
  cpu: { download: 0.52e9, disk: 1.5e9, needed: 2.5e9 },
  cuda: { download: 3.3e9, disk: 6.4e9, needed: 8e9 },
} as const satisfies Record<string, InstallationSize>;

/** Return the size of an installation with a build of PyTorch; an index may have either. */
export function sizeOf(part: Part, build: TorchBuild): InstallationSize {
  return part === 'base' ? SIZES.base : SIZES[build === 'cuda' ? 'cuda' : 'cpu'];
}

/** Return what the encoder adds to the base. */
export function encoderSize(build: TorchBuild): InstallationSize {
  const [{ base }, whole] = [SIZES, sizeOf('encoder', build)];
  return {
    download: whole.download - base.download,
    disk: whole.disk - base.disk,
    needed: whole.needed - base.disk,
  };
}

/** Where PyTorch comes from: a folder, the person's package index, or the usual one. */
export type TorchOrigin = 'folder' | 'own-index' | 'usual';

/** Return the build of PyTorch that a choice leads to on this machine. */
export async function torchBuild(
  choice: TorchChoice,
  origin: TorchOrigin,
  wheels: readonly string[],
  places: SearchPlaces,
): Promise<TorchBuild> {
  if (origin === 'folder') {
    return wheels.some((wheel) => wheel.startsWith('nvidia_')) ? 'cuda' : 'cpu';
  }
  if (choice !== 'auto' || places.platform === 'darwin') {
    return choice === 'cuda' && places.platform !== 'darwin' ? 'cuda' : 'cpu';
  }
  if (origin === 'own-index' && places.platform === 'linux') {
    return 'index';
  }
  return (await hasNvidiaDriver(places)) ? 'cuda' : 'cpu';
}

/**
 * Return uv's option that chooses PyTorch's build, as `--torch-backend cpu`; empty where the index has the right one.
 *
 * The usual index has CUDA's build for Linux, and the processor's for Windows and macOS. A person's own option for uv is
 * kept, and so is the folder's or the own index's build.
 */
export async function torchOption(build: TorchBuild, origin: TorchOrigin, places: SearchPlaces): Promise<string[]> {
  const { platform, variables } = places;
  if (origin === 'folder' || build === 'index' || platform === 'darwin' || variables.UV_TORCH_BACKEND) {
    return [];
  }
  if (build === 'cuda') {
    return (await hasNvidiaDriver(places)) ? ['--torch-backend', 'auto'] : [];
  }
  return platform === 'linux' ? ['--torch-backend', 'cpu'] : [];
}

async function hasNvidiaDriver(places: SearchPlaces): Promise<boolean> {
  return (await isExecutable('/usr/bin/nvidia-smi')) || (await executables('nvidia-smi', places)).length > 0;
}
