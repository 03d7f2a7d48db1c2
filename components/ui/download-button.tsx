import { Download } from "lucide-react";
import { buttonClass, type ButtonSize } from "./button";

/** A link to a file that the browser saves, with the look of a button. */
export function DownloadButton({ href, size, children }: { href: string; size?: ButtonSize; children: string }) {
  return (
    <a href={href} download className={buttonClass("secondary", size)}>
      <Download aria-hidden />
      {children}
    </a>
  );
}
