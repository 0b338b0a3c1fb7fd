<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Errors\Failure_Kind;

/**
 * Headlines of failed runs. `Errors` has the messages.
 */
final class Failure_Text {
	public static function headline( string $code ): string {
		return Errors::entry( $code )->kind?->headline() ?? __( 'Failed', 'headless-deploy' );
	}

	/**
	 * A build that a user canceled at the host is not an error.
	 */
	public static function is_canceled_build( string $code ): bool {
		return Failure_Kind::Build_Canceled === Errors::entry( $code )->kind;
	}

	public static function needs_new_url( string $code ): bool {
		return '' !== self::connection_label( $code );
	}

	/**
	 * Returns the status of a connection that needs a new webhook URL.
	 */
	public static function connection_label( string $code ): string {
		return Errors::entry( $code )->kind?->connection_label() ?? '';
	}
}
