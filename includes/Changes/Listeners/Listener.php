<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

/**
 * Listens to WordPress for one source of changes. It uses only what hooks pass: it must not make queries in a request
 * that saves.
 */
interface Listener {
	/**
	 * Priority on `shutdown`: before the last flush.
	 */
	public const END_PRIORITY = 4;

	public function hook(): void;
}
