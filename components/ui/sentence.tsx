import { Fragment, type ReactNode } from "react";
import { Verbatim } from "./verbatim";

/** A name within “ and ”. */
const quotation = /(?<=“)([^”]+)(?=”)/;

/**
 * Returns a sentence with the names in it apart from our words ({@link Verbatim}): each within “ and ”, and `about`, which a sentence ends with. Anything but a
 * string is returned as it is.
 */
export function sentence(text: ReactNode, about?: string): ReactNode {
  if (typeof text !== "string") return text;
  const at = about === undefined || about === "" ? -1 : text.lastIndexOf(about);
  if (at >= 0 && about !== undefined)
    return (
      <>
        {text.slice(0, at)}
        <Verbatim>{about}</Verbatim>
        {text.slice(at + about.length)}
      </>
    );
  if (!quotation.test(text)) return text;
  // Every second part is a name.
  return text.split(quotation).map((part, index) => {
    const Part = index % 2 === 0 ? Fragment : Verbatim;
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never move
    return <Part key={index}>{part}</Part>;
  });
}
