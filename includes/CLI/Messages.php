<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Site_Time;

/**
 * Puts into words what several commands tell.
 */
final class Messages {
	/**
	 * Returns a moment in the site's format, with its time zone: a terminal may be in another one.
	 */
	public static function moment( int $ms ): string {
		return Site_Time::date_and_exact_time( intdiv( $ms, 1000 ) ) . wp_date( ' T', intdiv( $ms, 1000 ) );
	}

	public static function paused( string $reason, string $id, string $label ): string {
		return match ( $reason ) {
			/* translators: %s: id of an environment. */
			'copy'     => sprintf( __( 'Nothing is sent, because this site is a copy, or has moved. If it has moved: wp headless-deploy environments confirm-move %s', 'headless-deploy' ), $id ),
			'disabled' => Errors::message( 'headless_deploy_disabled', array( 'label' => $label ) ),
			'no_curl'  => Errors::message( 'headless_deploy_no_curl' ),
			/* translators: %s: id of an environment. */
			'token' => sprintf( __( 'The host refuses the webhook URL. Give a new one: wp headless-deploy environments update %s --webhook-url', 'headless-deploy' ), $id ),
			/* translators: %s: id of an environment. */
			'key' => sprintf( __( 'The key that encrypted the webhook URL is lost. Give the URL again: wp headless-deploy environments update %s --webhook-url', 'headless-deploy' ), $id ),
			/* translators: %s: id of an environment. */
			default => sprintf( __( 'Paused by a person. To go on: wp headless-deploy environments resume %s', 'headless-deploy' ), $id ),
		};
	}

	/**
	 * Says when something is tried again.
	 */
	public static function next_attempt( int $ms ): string {
		/* translators: %s: a moment. */
		return sprintf( __( 'It is tried again at %s.', 'headless-deploy' ), self::moment( $ms ) );
	}
}
