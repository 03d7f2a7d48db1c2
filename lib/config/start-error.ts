/**
 * What stops the start. The message is printed as it stands: one sentence that names the setting
 * and the cure, and never a secret.
 */
export class StartError extends Error {}

/** A disk has no room left for what the start writes. */
export class DiskFullError extends StartError {}

const full = ["ENOSPC", "EDQUOT", "EFBIG"];
const forbidden = ["EACCES", "EPERM"];

/**
 * Translates a failed call to the file system for the operator. Returns any other error, and one
 * that is a sentence already, unchanged.
 *
 * @param path below `DATA_DIR`
 */
export function folderError(error: unknown, path: string): unknown {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (error instanceof StartError || typeof code !== "string" || typeof syscall !== "string")
    return error;
  if (full.includes(code)) return diskFull(path);
  if (code === "EROFS")
    return new StartError(`${path} is on a read-only disk. Set DATA_DIR to a writable folder.`);
  if (forbidden.includes(code))
    return new StartError(
      `${path} cannot be read or written (${code}). Give the user that runs Clarion access to it, or set DATA_DIR to another folder.`,
    );
  if (code === "ENOTDIR" || code === "EEXIST")
    return new StartError(`${path} is a file or lies below one. Set DATA_DIR to a folder.`);
  return new StartError(
    `${path} cannot be used (${code}). Set DATA_DIR to a folder that Clarion can read and write.`,
  );
}

/** Returns the error of a full disk, which names the path. */
export function diskFull(path: string): DiskFullError {
  return new DiskFullError(
    `The disk of ${path} is full. Free up space, or set DATA_DIR to a folder on another disk.`,
  );
}
