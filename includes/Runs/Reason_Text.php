<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Schedules\Schedule;

/**
 * Says what happened in a sentence that a person understands. Who did it is told beside it.
 */
final class Reason_Text {
	/**
	 * Says what happened.
	 *
	 * @param string $event What happened: a constant of Change.
	 * @param string $type  Kind of thing: a constant of Change.
	 * @param string $kind  The kind for people, for example Page.
	 * @param string $title What it is called; empty for those who may not know it.
	 */
	public static function sentence( string $event, string $type, string $kind, string $title ): string {
		return match ( $type ) {
			Change::POST, Change::TERM, Change::MENU => '' === $title ? self::unnamed( $event, $kind ) : self::named( $event, $kind, $title ),
			Change::LOCATIONS     => __( 'Menu locations changed', 'headless-deploy' ),
			Change::STYLES        => __( 'Styles changed', 'headless-deploy' ),
			Change::OPTION        => self::option( $kind, $title ),
			Change::THEME         => self::theme( $event, $title ),
			Change::ACF           => self::option_page( $title ),
			Change::REQUEST       => self::request( $title ),
			Schedule::REASON_TYPE => self::schedule( $title ),
			default               => __( 'Content changed', 'headless-deploy' ),
		};
	}

	/**
	 * Says which meta key was written.
	 *
	 * @param bool $by_cron Whether a cron job wrote it.
	 */
	public static function meta( string $key, bool $by_cron ): string {
		/* translators: %s: a meta key, for example _stats_cache. */
		$words = $by_cron ? __( 'meta “%s”, by cron', 'headless-deploy' ) : __( 'meta “%s”', 'headless-deploy' );
		return sprintf( $words, $key );
	}

	/**
	 * Says what happened to something whose name is not told.
	 *
	 * @param string $kind The kind for people.
	 */
	private static function unnamed( string $event, string $kind ): string {
		return match ( $event ) {
			/* translators: %s: kind of content, for example Post. */
			Change::PUBLISHED => sprintf( __( '%s published', 'headless-deploy' ), $kind ),
			/* translators: %s: kind of content, for example Post. */
			Change::UNPUBLISHED => sprintf( __( '%s unpublished', 'headless-deploy' ), $kind ),
			/* translators: %s: kind of content, for example Post. */
			Change::TRASHED => sprintf( __( '%s moved to the trash', 'headless-deploy' ), $kind ),
			/* translators: %s: kind of content, for example Post. */
			Change::DELETED => sprintf( __( '%s deleted', 'headless-deploy' ), $kind ),
			/* translators: %s: kind of content, for example Category. */
			Change::CREATED => sprintf( __( '%s added', 'headless-deploy' ), $kind ),
			/* translators: %s: kind of content, for example Category. */
			Change::CHANGED => sprintf( __( '%s changed', 'headless-deploy' ), $kind ),
			/* translators: %s: kind of content, for example Post. */
			default => sprintf( __( '%s updated', 'headless-deploy' ), $kind ),
		};
	}

	/**
	 * Says what happened to something by its name.
	 *
	 * @param string $kind  The kind for people.
	 * @param string $title What it is called.
	 */
	private static function named( string $event, string $kind, string $title ): string {
		return match ( $event ) {
			/* translators: 1: kind of content, for example Post. 2: its title. */
			Change::PUBLISHED => sprintf( __( '%1$s “%2$s” published', 'headless-deploy' ), $kind, $title ),
			/* translators: 1: kind of content, for example Post. 2: its title. */
			Change::UNPUBLISHED => sprintf( __( '%1$s “%2$s” unpublished', 'headless-deploy' ), $kind, $title ),
			/* translators: 1: kind of content, for example Post. 2: its title. */
			Change::TRASHED => sprintf( __( '%1$s “%2$s” moved to the trash', 'headless-deploy' ), $kind, $title ),
			/* translators: 1: kind of content, for example Category. 2: its name. */
			Change::DELETED => sprintf( __( '%1$s “%2$s” deleted', 'headless-deploy' ), $kind, $title ),
			/* translators: 1: kind of content, for example Category. 2: its name. */
			Change::CREATED => sprintf( __( '%1$s “%2$s” added', 'headless-deploy' ), $kind, $title ),
			/* translators: 1: kind of content, for example Menu. 2: its name. */
			Change::CHANGED => sprintf( __( '%1$s “%2$s” changed', 'headless-deploy' ), $kind, $title ),
			/* translators: 1: kind of content, for example Post. 2: its title. */
			default => sprintf( __( '%1$s “%2$s” updated', 'headless-deploy' ), $kind, $title ),
		};
	}

	/**
	 * Says that a setting changed.
	 *
	 * @param string $kind  Empty for one that WordPress's settings name.
	 * @param string $title That name, else the name of the option.
	 */
	private static function option( string $kind, string $title ): string {
		if ( '' === $kind ) {
			/* translators: %s: name of a setting, for example Site title. */
			return sprintf( __( '%s changed', 'headless-deploy' ), $title );
		}
		/* translators: %s: technical name of an option. */
		return sprintf( __( 'Option “%s” changed', 'headless-deploy' ), $title );
	}

	/**
	 * Says what happened to the theme.
	 *
	 * @param string $name Name of the theme.
	 */
	private static function theme( string $event, string $name ): string {
		return match ( $event ) {
			/* translators: %s: name of a theme. */
			Change::SWITCHED => sprintf( __( 'Theme switched to “%s”', 'headless-deploy' ), $name ),
			/* translators: %s: name of a theme. */
			Change::UPDATED => sprintf( __( 'Theme “%s” updated', 'headless-deploy' ), $name ),
			default         => __( 'Theme settings changed', 'headless-deploy' ),
		};
	}

	/**
	 * Says that an option page changed.
	 *
	 * @param string $title Its title, or empty.
	 */
	private static function option_page( string $title ): string {
		/* translators: %s: title of an option page. */
		return '' === $title ? __( 'Option page changed', 'headless-deploy' ) : sprintf( __( 'Option page “%s” changed', 'headless-deploy' ), $title );
	}

	/**
	 * Says that other code asked for it.
	 *
	 * @param string $reason Its reason, or empty.
	 */
	private static function request( string $reason ): string {
		/* translators: %s: reason that another plugin gave, for example Import finished. */
		return '' === $reason ? __( 'Requested by another plugin', 'headless-deploy' ) : sprintf( __( 'Requested: %s', 'headless-deploy' ), $reason );
	}

	/**
	 * Says that it was time for a schedule.
	 *
	 * @param string $label Label of the schedule.
	 */
	private static function schedule( string $label ): string {
		/* translators: %s: name of a schedule, for example Nightly. */
		return sprintf( __( 'Schedule “%s”', 'headless-deploy' ), $label );
	}
}
