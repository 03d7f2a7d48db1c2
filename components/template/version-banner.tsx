import { SameServiceLink } from "@/components/shell/same-service";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";

interface VersionBannerProps {
  id: string;
  version: number;
  isPublished: boolean;
  isReadable: boolean;
}

/** Says which version of a template the page shows, and leads back to the newest content. */
export function VersionBanner({ id, version, isPublished, isReadable }: VersionBannerProps) {
  return (
    <Banner
      kind={isReadable ? "info" : "warning"}
      title={`Version ${version}${isPublished ? ", the published one" : ""}`}
      actions={
        <Button size="sm" asChild>
          <SameServiceLink href={`/templates/${id}`}>Show the newest content</SameServiceLink>
        </Button>
      }
    >
      {isReadable ? "Editing goes on from the newest content." : "This version can’t be read. The newest content is shown below."}
    </Banner>
  );
}
