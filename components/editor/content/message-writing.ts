import { blockFrom, followers, type SharedPart } from "@/lib/compose/shared-text";
import { templateOf, type ComposerTemplate } from "@/lib/compose/template-of";
import { platforms, type Platform } from "@/lib/interface/device-kinds";
import type { PushBlocksInput } from "@/lib/interface/request";
import type { MessageDocument } from "../message-document";

/**
 * Writes what concerns several platforms: what is said once for all, and which platforms a message
 * goes to.
 */
export class MessageWriting {
  readonly #document: MessageDocument;
  /** Blocks of platforms that were switched off, for when they are switched on again. */
  #aside: PushBlocksInput = {};

  constructor(document: MessageDocument) {
    this.#document = document;
  }

  /**
   * Writes a part for all platforms; those that say something of their own keep it. What a template
   * brings is overridden.
   */
  shared(part: SharedPart, value: string, templates: readonly ComposerTemplate[]): void {
    const { request, shared } = this.#document.get().content;
    const blocks = withBrought(request.channels?.push, templateOf(templates, request));
    const following = followers(blocks, part, shared[part]).map(({ path }) => ({
      path: `request.${path}`,
      value,
    }));
    this.#document.write([{ path: `shared.${part}`, value }, ...following]);
  }

  /** Switches a platform on, with what it had before or what is written for all, or off. */
  turn(platform: Platform, on: boolean): void {
    const { request, shared } = this.#document.get().content;
    if (!on) this.#aside = { ...this.#aside, [platform]: request.channels?.push?.[platform] };
    const block = this.#aside[platform] ?? blockFrom(platform, shared)[platform];
    this.#document.write([
      { path: `request.channels.push.${platform}`, value: on ? block : undefined },
    ]);
  }

  /**
   * Forgets the blocks of platforms that were switched off: another version of the message took the
   * place of theirs.
   */
  forget(): void {
    this.#aside = {};
  }
}

/**
 * The blocks of a message, and an empty one for each that its template alone has: what is written
 * there overrides it.
 */
function withBrought(
  blocks: PushBlocksInput | undefined,
  template: ComposerTemplate | undefined,
): PushBlocksInput | undefined {
  const brought = platforms.filter(
    (platform) => blocks?.[platform] === undefined && template?.blocks[platform] !== undefined,
  );
  return brought.length === 0
    ? blocks
    : { ...blocks, ...Object.fromEntries(brought.map((platform) => [platform, {}])) };
}
