import { Download } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "./button";

/** A link to a file that the browser saves, with the look of a button. */
export function DownloadButton({
  href,
  children,
  ...look
}: Pick<ComponentProps<typeof Button>, "size" | "children"> & { href: string }) {
  return (
    <Button asChild {...look}>
      <a href={href} download>
        <Download aria-hidden />
        {children}
      </a>
    </Button>
  );
}
