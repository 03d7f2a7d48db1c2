import { isolated } from "@/components/ui/sentence";

/**
 * Says why a file is refused unread: it is larger than `most` bytes, or a picture, a sound or a
 * film where `accept` (as `<input accept>` has it) lists none. A dropped file may be of any type;
 * what else it is shows when it is read. Undefined for a file to read.
 */
export function fileFault(
  { name, size, type }: Pick<File, "name" | "size" | "type">,
  { most, accept }: { most: number; accept: string },
): string | undefined {
  const [kind = ""] = type.split("/");
  if (["image", "audio", "video"].includes(kind) && !accept.includes(`${kind}/`)) {
    const endings = accept.split(",").filter((one) => one.startsWith("."));
    return `${isolated(name)} is of another type. Choose one of these: ${endings.join(", ")}.`;
  }
  return size <= most
    ? undefined
    : `${isolated(name)} is ${sizeText(size)}; the limit is ${sizeText(most)}.`;
}

/** The size of a file, in words. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000
    ? `${Math.round(bytes / 1_000)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
