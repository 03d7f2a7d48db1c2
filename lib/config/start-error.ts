/** What stops the start. The message is printed as it stands: one sentence that names the setting and the cure, and never a secret. */
export class StartError extends Error {}

const full = ["ENOSPC", "EDQUOT", "EFBIG"];
const forbidden = ["EACCES", "EPERM"];

/**
 * What a failed call to the file system means to whoever starts Clarion. Any other error, and one that is told in words already, is handed back as it is.
 *
 * @param path below `DATA_DIR`
 */
export function folderError(error: unknown, path: string): unknown {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (error instanceof StartError || typeof code !== "string" || typeof syscall !== "string") return error;
  if (full.includes(code)) return diskFull(path);
  if (code === "EROFS") return new StartError(`${path} is on a disk that can only be read: set DATA_DIR to a folder that can be written.`);
  if (forbidden.includes(code))
    return new StartError(
      `${path} may not be read and written (${code}): give the user that runs Clarion the right to, or set DATA_DIR to another folder.`,
    );
  if (code === "ENOTDIR" || code === "EEXIST") return new StartError(`${path} is, or lies below, a file: set DATA_DIR to a folder.`);
  return new StartError(`${path} cannot be used (${code}): set DATA_DIR to a folder that can be read and written.`);
}

/** There is no room left for what the start writes. */
export function diskFull(path: string): StartError {
  return new StartError(`The disk of ${path} is full: make room on it, or set DATA_DIR to a folder on another one.`);
}
