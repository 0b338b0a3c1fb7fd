<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Site_Time;
use HeadlessDeploy\Timed_Text;

/**
 * Messages that several commands print.
 *
 * @phpstan-import-type Text from Timed_Text
 */
final class Messages {
	/**
	 * Formats a time in the format of the site, with the time zone, because a terminal may use another one.
	 */
	public static function moment( int $ms ): string {
		return Site_Time::date_and_exact_time( intdiv( $ms, 1000 ) ) . wp_date( ' T', intdiv( $ms, 1000 ) );
	}

	/**
	 * Fills in the time of a headline of the server.
	 *
	 * @param Text $headline
	 */
	public static function headline( array $headline ): string {
		$time = $headline['until'] ?? $headline['since'] ?? $headline['at'] ?? null;
		if ( null === $time ) {
			return $headline['text'];
		}
		$span = human_time_diff( (int) strtotime( $time ) );
		/* translators: %s: a span of time, for example 5 minutes. */
		return sprintf( $headline['text'], isset( $headline['at'] ) ? sprintf( __( '%s ago', 'headless-deploy' ), $span ) : $span );
	}

	public static function paused( Pause_Reason $reason, string $id, string $label ): string {
		return match ( $reason ) {
			/* translators: %s: id of an environment. */
			Pause_Reason::Copy     => sprintf( __( 'Nothing is deployed, because this site is a copy or has moved. If it has moved, run: wp headless-deploy environments confirm-move %s', 'headless-deploy' ), $id ),
			Pause_Reason::Disabled => Errors::message( 'headless_deploy_disabled', array( 'label' => $label ) ),
			Pause_Reason::No_Curl  => Errors::message( 'headless_deploy_no_curl' ),
			/* translators: %s: id of an environment. */
			Pause_Reason::Token => sprintf( __( 'The host rejected the webhook URL. To enter a new one, run: wp headless-deploy environments update %s --webhook-url', 'headless-deploy' ), $id ),
			/* translators: %s: id of an environment. */
			Pause_Reason::Key      => sprintf( __( 'The key that encrypted the webhook URL is missing. To enter the URL again, run: wp headless-deploy environments update %s --webhook-url', 'headless-deploy' ), $id ),
			Pause_Reason::Constant => Errors::message( 'headless_deploy_constant_broken' ),
			Pause_Reason::Unknown  => __( 'Paused by a newer version of Headless Deploy. Update the plugin on this server.', 'headless-deploy' ),
			/* translators: %s: id of an environment. */
			Pause_Reason::Person => sprintf( __( 'A user paused this environment. To resume it, run: wp headless-deploy environments resume %s', 'headless-deploy' ), $id ),
		};
	}

	/**
	 * Says when something is tried again.
	 */
	public static function next_attempt( int $ms ): string {
		/* translators: %s: a moment. */
		return sprintf( __( 'The run is retried at %s.', 'headless-deploy' ), self::moment( $ms ) );
	}
}
