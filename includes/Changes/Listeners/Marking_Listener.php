<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

/**
 * Marks objects during the request and records them at its end. Other plugins write at `shutdown` too, so that it is called
 * twice: before the last flush, and after all callbacks of `shutdown` for what was marked since.
 */
interface Marking_Listener extends Listener {
	public function record_marked(): void;
}
