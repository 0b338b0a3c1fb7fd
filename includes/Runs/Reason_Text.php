<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Schedules\Schedule;

/**
 * The sentence of a reason, without its author.
 */
final class Reason_Text {
	/**
	 * A post that was published from the Trash.
	 */
	public const RESTORED = 'restored';

	/**
	 * An update with a new slug.
	 */
	public const MOVED = 'moved';

	/**
	 * Returns the event that is shown of a stored reason.
	 */
	public static function event( Stored_Reason $reason ): string {
		return match ( true ) {
			Change::PUBLISHED === $reason->event && $reason->restored  => self::RESTORED,
			Change::UPDATED === $reason->event && '' !== $reason->slug => self::MOVED,
			default                                                    => $reason->event,
		};
	}

	/**
	 * Names what happened to an object beside its title; empty for other events, whose whole sentence is shown instead. The
	 * title of a comment is that of its post.
	 */
	public static function label( string $type, string $event, string $slug ): string {
		return Change::COMMENT === $type ? '' : match ( $event ) {
			Change::PUBLISHED   => __( 'Published', 'headless-deploy' ),
			Change::UPDATED     => __( 'Updated', 'headless-deploy' ),
			Change::SAVED       => __( 'Saved without a change', 'headless-deploy' ),
			Change::UNPUBLISHED => __( 'Unpublished', 'headless-deploy' ),
			Change::TRASHED     => __( 'Moved to the Trash', 'headless-deploy' ),
			Change::DELETED     => __( 'Deleted', 'headless-deploy' ),
			self::RESTORED      => __( 'Restored', 'headless-deploy' ),
			/* translators: %s: slug of a post. */
			self::MOVED => sprintf( __( 'Moved to %s', 'headless-deploy' ), $slug ),
			default     => '',
		};
	}

	/**
	 * @param string $event What happened: a constant of Change, or of this class.
	 * @param string $type  Kind of thing: a constant of Change.
	 * @param string $title Its name; empty for users who may not see it.
	 * @param string $slug  The new slug of a post that was moved.
	 */
	public static function sentence( string $event, string $type, string $kind, string $title, string $slug = '' ): string {
		return match ( $type ) {
			Change::POST, Change::TERM, Change::MENU, Change::USER => '' === $title
				? self::unnamed( $event, $kind )
				: self::named( $event, $kind, $title, $slug ),
			Change::COMMENT       => self::comment( $event, $title ),
			Change::LOCATIONS     => __( 'Menu locations changed', 'headless-deploy' ),
			Change::STYLES        => __( 'Styles changed', 'headless-deploy' ),
			Change::OPTION        => self::option( $kind, $title ),
			Change::THEME         => self::theme( $event, $title ),
			Change::ACF           => self::option_page( $title ),
			Change::REQUEST       => self::request( $title ),
			Change::MISSED        => __( 'Changes were not recorded while the settings were outdated', 'headless-deploy' ),
			Schedule::REASON_TYPE => self::schedule( $title ),
			default               => __( 'Content changed', 'headless-deploy' ),
		};
	}

	public static function meta( string $key, bool $by_cron ): string {
		return $by_cron
			/* translators: %s: a meta key, for example _stats_cache. */
			? sprintf( __( 'meta “%s”, by cron', 'headless-deploy' ), $key )
			/* translators: %s: a meta key, for example _stats_cache. */
			: sprintf( __( 'meta “%s”', 'headless-deploy' ), $key );
	}

	private static function unnamed( string $event, string $kind ): string {
		return match ( $event ) {
			/* translators: %s: kind of content, for example Post. */
			Change::PUBLISHED => sprintf( __( '%s published', 'headless-deploy' ), $kind ),
			/* translators: %s: kind of content, for example Post. */
			Change::SAVED => sprintf( __( '%s saved without a change', 'headless-deploy' ), $kind ),
			/* translators: %s: kind of content, for example Post. */
			self::RESTORED => sprintf( __( '%s restored', 'headless-deploy' ), $kind ),
			/* translators: %s: kind of content, for example Post. */
			self::MOVED => sprintf( __( '%s moved', 'headless-deploy' ), $kind ),
			/* translators: %s: kind of content, for example Post. */
			Change::UNPUBLISHED => sprintf( __( '%s unpublished', 'headless-deploy' ), $kind ),
			/* translators: %s: kind of content, for example Post. */
			Change::TRASHED => sprintf( __( '%s moved to the Trash', 'headless-deploy' ), $kind ),
			/* translators: %s: kind of content, for example Post. */
			Change::DELETED => sprintf( __( '%s deleted', 'headless-deploy' ), $kind ),
			/* translators: %s: kind of content, for example Category. */
			Change::CREATED => sprintf( __( '%s added', 'headless-deploy' ), $kind ),
			/* translators: %s: kind of content or name of a setting, for example Category or Site title. */
			Change::CHANGED => sprintf( __( '%s changed', 'headless-deploy' ), $kind ),
			/* translators: %s: kind of content, for example Post. */
			default => sprintf( __( '%s updated', 'headless-deploy' ), $kind ),
		};
	}

	private static function named( string $event, string $kind, string $title, string $slug ): string {
		return match ( $event ) {
			/* translators: 1: kind of content, for example Post. 2: its title. */
			Change::PUBLISHED => sprintf( __( '%1$s “%2$s” published', 'headless-deploy' ), $kind, $title ),
			/* translators: 1: kind of content, for example Post. 2: its title. */
			Change::SAVED => sprintf( __( '%1$s “%2$s” saved without a change', 'headless-deploy' ), $kind, $title ),
			/* translators: 1: kind of content, for example Post. 2: its title. */
			self::RESTORED => sprintf( __( '%1$s “%2$s” restored', 'headless-deploy' ), $kind, $title ),
			/* translators: 1: kind of content, for example Post. 2: its title. 3: its new slug. */
			self::MOVED => sprintf( __( '%1$s “%2$s” moved to %3$s', 'headless-deploy' ), $kind, $title, $slug ),
			/* translators: 1: kind of content, for example Post. 2: its title. */
			Change::UNPUBLISHED => sprintf( __( '%1$s “%2$s” unpublished', 'headless-deploy' ), $kind, $title ),
			/* translators: 1: kind of content, for example Post. 2: its title. */
			Change::TRASHED => sprintf( __( '%1$s “%2$s” moved to the Trash', 'headless-deploy' ), $kind, $title ),
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
	 * @param string $kind  Empty for one that WordPress's settings name.
	 * @param string $title That name, else the name of the option.
	 */
	private static function option( string $kind, string $title ): string {
		if ( '' === $kind ) {
			/* translators: %s: kind of content or name of a setting, for example Category or Site title. */
			return sprintf( __( '%s changed', 'headless-deploy' ), $title );
		}
		/* translators: %s: technical name of an option. */
		return sprintf( __( 'Option “%s” changed', 'headless-deploy' ), $title );
	}

	/**
	 * @param string $title Title of the post; empty for users who may not see it.
	 */
	private static function comment( string $event, string $title ): string {
		if ( '' === $title ) {
			return match ( $event ) {
				Change::PUBLISHED   => __( 'Comment approved', 'headless-deploy' ),
				Change::UNPUBLISHED => __( 'Comment hidden', 'headless-deploy' ),
				Change::TRASHED     => __( 'Comment moved to the Trash', 'headless-deploy' ),
				Change::DELETED     => __( 'Comment deleted', 'headless-deploy' ),
				default             => __( 'Comment updated', 'headless-deploy' ),
			};
		}
		return match ( $event ) {
			/* translators: %s: title of a post. */
			Change::PUBLISHED => sprintf( __( 'Comment on “%s” approved', 'headless-deploy' ), $title ),
			/* translators: %s: title of a post. */
			Change::UNPUBLISHED => sprintf( __( 'Comment on “%s” hidden', 'headless-deploy' ), $title ),
			/* translators: %s: title of a post. */
			Change::TRASHED => sprintf( __( 'Comment on “%s” moved to the Trash', 'headless-deploy' ), $title ),
			/* translators: %s: title of a post. */
			Change::DELETED => sprintf( __( 'Comment on “%s” deleted', 'headless-deploy' ), $title ),
			/* translators: %s: title of a post. */
			default => sprintf( __( 'Comment on “%s” updated', 'headless-deploy' ), $title ),
		};
	}

	private static function theme( string $event, string $name ): string {
		return match ( $event ) {
			/* translators: %s: name of a theme. */
			Change::SWITCHED => sprintf( __( 'Theme switched to “%s”', 'headless-deploy' ), $name ),
			/* translators: %s: name of a theme. */
			Change::UPDATED => sprintf( __( 'Theme “%s” updated', 'headless-deploy' ), $name ),
			default         => __( 'Theme settings changed', 'headless-deploy' ),
		};
	}

	private static function option_page( string $title ): string {
		return '' === $title
			? __( 'Option page changed', 'headless-deploy' )
			/* translators: %s: title of an option page. */
			: sprintf( __( 'Option page “%s” changed', 'headless-deploy' ), $title );
	}

	private static function request( string $reason ): string {
		if ( '' === $reason ) {
			return __( 'Requested by another plugin', 'headless-deploy' );
		}
		/* translators: %s: reason that another plugin gave, for example Import finished. */
		return sprintf( __( 'Requested: %s', 'headless-deploy' ), $reason );
	}

	private static function schedule( string $label ): string {
		/* translators: %s: name of a schedule, for example Nightly. */
		return sprintf( __( 'Schedule “%s”', 'headless-deploy' ), $label );
	}
}
