<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

/**
 * What the current user can do about a failed run, a retried run or a pause. `Errors` and `Pause_Text` say what
 * happened.
 */
final class Remedy {
	/**
	 * Returns an empty text where the user can do nothing or needs to do nothing.
	 *
	 * @param string      $code   A code of `Errors`.
	 * @param Action|null $action Of the run; null where the error is not about one.
	 */
	public static function of( string $code, ?Action $action = null ): string {
		return self::is_for_manager() ? self::for_manager( $code, $action ) : self::for_editor( $code );
	}

	/**
	 * Tells whether texts are for an administrator. WP-CLI and cron often have no user.
	 */
	public static function is_for_manager(): bool {
		return 0 === get_current_user_id() || current_user_can( Capabilities::MANAGE );
	}

	public static function for_manager( string $code, ?Action $action = null ): string {
		$entry    = Errors::entry( $code );
		$is_build = null === $action || Lane::Build === $action->lane();
		return $is_build ? $entry->remedy : $entry->remedy_without_build ?? $entry->remedy;
	}

	public static function administrator(): string {
		return __( 'Ask an administrator to fix this.', 'headless-deploy' );
	}

	/**
	 * Only an administrator can open Connections, wp-config.php and the hosting portal.
	 */
	private static function for_editor( string $code ): string {
		$entry = Errors::entry( $code );
		return match ( true ) {
			true === $entry->kind?->is_temporary() => __( 'If this continues, ask an administrator for help.', 'headless-deploy' ),
			null !== $entry->remedy_for_editors    => $entry->remedy_for_editors,
			'' === $entry->remedy                  => '',
			default                                => self::administrator(),
		};
	}
}
