import { SameServiceLink } from "@/components/shell/same-service";
import { Button } from "@/components/ui/button";

/** What a list of devices says as long as there is none; its action is the way to the first one. */
export const noDevices = {
  title: "No devices yet",
  text: (
    <>
      An app registers its device with <code className="code">PUT /resources/v1/devices</code>; it appears here at once.
    </>
  ),
  action: (
    <Button asChild>
      <SameServiceLink href="/start">Connect your own app</SameServiceLink>
    </Button>
  ),
};
