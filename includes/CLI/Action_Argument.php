<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Action;

/**
 * Parses an action in the spelling of the commands (clean-rebuild) or of the webhooks (cleanRebuild).
 */
final class Action_Argument {
	/**
	 * Reads an action; null for what is none.
	 */
	public static function read( string $word ): ?Action {
		return match ( $word ) {
			'clean-rebuild' => Action::CleanRebuild,
			'purge-cache'   => Action::PurgeCache,
			default         => Action::tryFrom( $word ),
		};
	}
}
