import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { keyOf, type MediaFile } from "@/lib/media/address";
import type { MediaStore, StoredFile } from "./store";

/** A draft of this age (milliseconds) has no writer any more. */
const oldMs = 86_400_000;

/** Files in a folder: for one machine, or several that have it in common. */
export class FolderStore implements MediaStore {
  readonly #folder: string;

  /** @param folder created when the first file is stored */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(file: MediaFile, bytes: Uint8Array): Promise<void> {
    if (await this.has(file)) return;
    const place = this.#pathOf(file);
    const folder = dirname(place);
    await mkdir(folder, { recursive: true });
    await removeOldDrafts(folder);
    // In the same folder, since a file cannot be renamed from one disk to another.
    const draft = join(folder, `${randomBytes(6).toString("hex")}.part`);
    try {
      const handle = await open(draft, "wx", 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, place);
      await syncFolder(folder);
    } finally {
      await rm(draft, { force: true });
    }
  }

  async has(file: MediaFile): Promise<boolean> {
    return (await ifThere(stat(this.#pathOf(file)))) !== undefined;
  }

  async open(file: MediaFile): Promise<StoredFile | undefined> {
    const opened = await ifThere(open(this.#pathOf(file), "r"));
    if (!opened) return undefined;
    const { size } = await opened.stat();
    return { bytes: size, stream: opened.createReadStream() };
  }

  async remove(file: MediaFile): Promise<void> {
    const place = this.#pathOf(file);
    await rm(place, { force: true });
    await removeOldDrafts(dirname(place));
  }

  #pathOf(file: MediaFile): string {
    return join(this.#folder, keyOf(file));
  }
}

async function ifThere<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Removes what processes left in a folder that died while they wrote a file. */
async function removeOldDrafts(folder: string): Promise<void> {
  const names = (await ifThere(readdir(folder))) ?? [];
  for (const name of names.filter((one) => one.endsWith(".part"))) {
    const draft = join(folder, name);
    const facts = await ifThere(stat(draft));
    if (facts && Date.now() - facts.mtimeMs > oldMs) await rm(draft, { force: true });
  }
}

/**
 * So that the name outlives a power cut as well; where the system opens no folders, its own order
 * has to do.
 */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, "r").catch(() => undefined);
  await opened?.sync().catch(() => undefined);
  await opened?.close();
}
