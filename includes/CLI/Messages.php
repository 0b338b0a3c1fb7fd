<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Environments\Pause_Reason;
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

	public static function paused( Pause_Reason $reason, string $id, string $label ): string {
		return match ( $reason ) {
			/* translators: %s: id of an environment. */
			Pause_Reason::Copy     => sprintf( __( 'Nothing is sent, because this site is a copy, or has moved. If it has moved: wp headless-deploy environments confirm-move %s', 'headless-deploy' ), $id ),
			Pause_Reason::Disabled => Errors::message( 'headless_deploy_disabled', array( 'label' => $label ) ),
			Pause_Reason::No_Curl  => Errors::message( 'headless_deploy_no_curl' ),
			/* translators: %s: id of an environment. */
			Pause_Reason::Token => sprintf( __( 'The host refuses the webhook URL. Give a new one: wp headless-deploy environments update %s --webhook-url', 'headless-deploy' ), $id ),
			/* translators: %s: id of an environment. */
			Pause_Reason::Key      => sprintf( __( 'The key that encrypted the webhook URL is lost. Give the URL again: wp headless-deploy environments update %s --webhook-url', 'headless-deploy' ), $id ),
			Pause_Reason::Constant => Errors::message( 'headless_deploy_constant_broken' ),
			Pause_Reason::Unknown  => __( 'Paused by a newer version of Headless Deploy. Update the plugin on this server.', 'headless-deploy' ),
			/* translators: %s: id of an environment. */
			Pause_Reason::Person => sprintf( __( 'Paused by a person. To go on: wp headless-deploy environments resume %s', 'headless-deploy' ), $id ),
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
