<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Pause_Text;
use HeadlessDeploy\Site_Time;
use HeadlessDeploy\Timed_Text;

/**
 * Messages that several commands print.
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
	 */
	public static function headline( Timed_Text $headline ): string {
		if ( '' === $headline->key ) {
			return $headline->text;
		}
		$span = human_time_diff( intdiv( $headline->ms, 1000 ) );
		/* translators: %s: a span of time, for example “4 min”. */
		return sprintf( $headline->text, 'at' === $headline->key ? sprintf( __( '%s ago', 'headless-deploy' ), $span ) : $span );
	}

	/**
	 * Says why an environment is paused, and by which command to end the pause.
	 */
	public static function paused( Pause_Reason $reason, string $id ): string {
		$text    = new Pause_Text( $reason );
		$command = match ( $reason ) {
			/* translators: %s: id of an environment. */
			Pause_Reason::Copy => __( 'If this site has moved, run: wp headless-deploy environments confirm-move %s', 'headless-deploy' ),
			/* translators: %s: id of an environment. */
			Pause_Reason::Token, Pause_Reason::Key => __( 'To enter a new webhook URL, run: wp headless-deploy environments update %s --webhook-url', 'headless-deploy' ),
			/* translators: %s: id of an environment. */
			Pause_Reason::Person => __( 'To resume, run: wp headless-deploy environments resume %s', 'headless-deploy' ),
			default              => null,
		};
		return $text->message() . ' ' . ( null === $command ? $text->remedy() : sprintf( $command, $id ) );
	}

	public static function next_attempt( int $ms ): string {
		/* translators: %s: a moment. */
		return sprintf( __( 'The run is retried at %s.', 'headless-deploy' ), self::moment( $ms ) );
	}
}
