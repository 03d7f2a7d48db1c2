import { mediaTypes, type MediaType } from "./media-types";

/**
 * A file of the media library: named by what is in it, so that one name never means two pictures.
 */
export interface MediaFile {
  /** Of its bytes, in lower-case hexadecimal. */
  sha256: string;
  type: MediaType;
}

const path = new RegExp(`^/media/([0-9a-f]{64})\\.(${Object.keys(mediaTypes).join("|")})$`);

/** Where a file is served, below the address of the console. */
export function mediaPath({ sha256, type }: MediaFile): string {
  return `/media/${sha256}.${type}`;
}

/**
 * Where a file lies in its store. By the first two digits, so that no folder grows too long to
 * list; the same everywhere, so that a folder can be copied to a bucket.
 */
export function keyOf({ sha256, type }: MediaFile): string {
  return `${sha256.slice(0, 2)}/${sha256}.${type}`;
}

/** The address of a file, as messages name it. */
export function mediaUrl(origin: string, file: MediaFile): string {
  return `${origin}${mediaPath(file)}`;
}

/** The file that a path is of; undefined for any other path. */
export function fileOfPath(text: string): MediaFile | undefined {
  const [, sha256, type] = path.exec(text) ?? [];
  return sha256 === undefined ? undefined : { sha256, type: type as MediaType };
}

/**
 * The file of the library that an address is of; undefined for any other address, and for one of
 * another console.
 */
export function ownMedia(url: string, origin: string): MediaFile | undefined {
  return url.startsWith(`${origin}/media/`) ? fileOfPath(url.slice(origin.length)) : undefined;
}
