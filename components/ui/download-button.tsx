import { Download } from "lucide-react";
import { buttonClass, type ButtonSize } from "./button";

interface DownloadButtonProps {
  href: string;
  size?: ButtonSize;
  children: string;
}

/** A link to a file that the browser saves, with the look of a button. */
export function DownloadButton({ href, size, children }: DownloadButtonProps) {
  return (
    <a href={href} download className={buttonClass("secondary", size)}>
      <Download aria-hidden />
      {children}
    </a>
  );
}
