<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

/**
 * Listens to WordPress for one source of changes. What it is told by hooks has to be enough: it must not query in a
 * request that saves.
 */
interface Listener {
	/**
	 * When listeners judge what is left at the end of a request: before the last flush.
	 */
	public const END_PRIORITY = 4;

	/**
	 * Adds its hooks; the list of all that it listens to.
	 */
	public function hook(): void;
}
