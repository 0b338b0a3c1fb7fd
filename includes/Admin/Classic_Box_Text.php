<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Action;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Site_Time;
use WP_Post;

/**
 * Foresees what saving a post means, in the words of src/editor. The box is printed once and never moves, so what counts
 * down elsewhere has a time of day here. Nothing is escaped.
 */
final class Classic_Box_Text {
	private const SOURCE = 'content';

	/**
	 * @param Routing     $routing What environments do by themselves.
	 * @param State_Words $states  Words the state of an environment.
	 */
	public function __construct(
		private readonly Routing $routing,
		private readonly State_Words $states,
	) {}

	/**
	 * Says that nothing is sent anywhere, and why; empty where it depends on the environment.
	 *
	 * @param bool $is_watched      Whether changes of its type count.
	 * @param bool $has_environment Whether any front end is connected.
	 */
	public function nothing( WP_Post $post, bool $is_watched, bool $has_environment ): string {
		return match ( true ) {
			! $is_watched                    => __( 'Nothing is sent: this content type is not watched.', 'headless-deploy' ),
			! $has_environment               => __( 'Nothing is sent: no front end is connected yet.', 'headless-deploy' ),
			'private' === $post->post_status => __( 'Nothing is sent: private content is not on the site.', 'headless-deploy' ),
			! $this->may_publish( $post )    => __( 'Nothing is sent before somebody else has reviewed and published it.', 'headless-deploy' ),
			default                          => '',
		};
	}

	/**
	 * Tells whether the current user's save makes a post public, or finds it public.
	 */
	public function may_publish( WP_Post $post ): bool {
		$type = get_post_type_object( $post->post_type );
		return 'publish' === $post->post_status || null === $type || current_user_can( $type->cap->publish_posts );
	}

	/**
	 * Says why the last run failed, or has to be tried again, and what to do; empty when all is well.
	 *
	 * @param array<string, mixed> $environment Entry of the status.
	 */
	public function trouble( array $environment ): string {
		if ( Entry::is_silent( $environment ) ) {
			return '';
		}
		$runs = Entry::parts( $environment, 'pending' );
		if ( 'failed' === Entry::text( $environment, 'state' ) ) {
			$runs[] = Entry::part( $environment, 'last' );
		}
		$said = array_filter( array_map( static fn( array $run ): string => Entry::text( $run, 'message' ), $runs ) );
		return array() === $said ? '' : reset( $said );
	}

	/**
	 * Says how an environment stands.
	 *
	 * @param array<string, mixed> $environment Entry of the status.
	 */
	public function state( array $environment ): string {
		$run = $this->states->countdown( $environment );
		if ( null === $run || 'sending' === Entry::text( $environment, 'state' ) ) {
			return $this->states->headline( $environment );
		}
		$again = Entry::text( $run, 'nextAttemptAt' );
		return '' !== $again
			/* translators: %s: a time, for example “15:00:20”. */
			? sprintf( __( 'Trying again at %s', 'headless-deploy' ), self::clock( $again ) )
			/* translators: 1: an action, for example “Rebuild”, 2: a time, for example “15:00:20”. */
			: sprintf( __( '%1$s at %2$s', 'headless-deploy' ), Entry::action( Entry::text( $run, 'action' ) ), self::clock( Entry::text( $run, 'dueAt' ) ) );
	}

	/**
	 * Says what was sent last, and when; empty when nothing was.
	 *
	 * @param array<string, mixed> $environment Entry of the status.
	 */
	public function last_run( array $environment ): string {
		return $this->states->last_run( $environment );
	}

	/**
	 * Says what publishing or updating a post means for an environment.
	 *
	 * @param array<string, mixed> $environment Entry of the status.
	 */
	public function plan( array $environment, WP_Post $post ): string {
		$id         = Entry::text( $environment, 'id' );
		$label      = Entry::text( $environment, 'label' );
		$automation = $this->routing->environments()[ $id ] ?? null;
		$wanted     = $automation?->policy[ self::SOURCE ] ?? null;
		$action     = null === $wanted ? null : $this->routing->offered( $id, $wanted );
		if ( null === $automation || null === $action || Entry::is_silent( $environment ) ) {
			$reason = Entry::is_silent( $environment ) ? Entry::text( Entry::part( $environment, 'paused' ), 'reason' ) : '';
			/* translators: 1: name of an environment, 2: why, for example “this site is a copy”. */
			return sprintf( __( 'Nothing is sent to %1$s: %2$s.', 'headless-deploy' ), $label, $this->reason( $reason ) );
		}
		if ( Failure_Words::waits_for_url( $environment ) ) {
			return current_user_can( Capabilities::MANAGE )
				/* translators: %s: name of an environment. */
				? sprintf( __( '%s cannot be reached until you paste a new webhook URL.', 'headless-deploy' ), $label )
				/* translators: %s: name of an environment. */
				: sprintf( __( '%s cannot be reached: an administrator has to paste a new webhook URL.', 'headless-deploy' ), $label );
		}
		if ( array() !== Entry::part( $environment, 'paused' ) ) {
			/* translators: %s: name of an environment. */
			return sprintf( __( '%s is paused: changes are counted and wait.', 'headless-deploy' ), $label );
		}
		if ( $automation->hold ) {
			/* translators: %s: name of an environment. */
			return sprintf( __( '%s is held: changes wait until somebody presses Rebuild.', 'headless-deploy' ), $label );
		}
		return $this->sent( $label, $action, $automation, $post );
	}

	/**
	 * Says what is sent by itself, and when.
	 *
	 * @param string $label Name of the environment.
	 */
	private function sent( string $label, Action $action, Automation $automation, WP_Post $post ): string {
		$is_purge = Action::PurgeCache === $action;
		if ( 'future' === $post->post_status ) {
			return $this->scheduled( $label, $is_purge, $post );
		}
		if ( 0 === $automation->quiet_period_seconds ) {
			return $is_purge
				/* translators: %s: name of an environment. */
				? sprintf( __( 'The cache of %s is purged as soon as you save.', 'headless-deploy' ), $label )
				/* translators: %s: name of an environment. */
				: sprintf( __( '%s is rebuilt as soon as you save.', 'headless-deploy' ), $label );
		}
		/* translators: %d: number of seconds, abbreviated. */
		$after = sprintf( __( '%d s', 'headless-deploy' ), $automation->quiet_period_seconds );
		if ( 'publish' === $post->post_status ) {
			return $is_purge
				/* translators: 1: name of an environment, 2: a time, for example “10 s”. */
				? sprintf( __( 'The cache of %1$s is purged %2$s after you update.', 'headless-deploy' ), $label, $after )
				/* translators: 1: name of an environment, 2: a time, for example “10 s”. */
				: sprintf( __( '%1$s is rebuilt %2$s after you update.', 'headless-deploy' ), $label, $after );
		}
		return $is_purge
			/* translators: 1: name of an environment, 2: a time, for example “10 s”. */
			? sprintf( __( 'The cache of %1$s is purged %2$s after you publish.', 'headless-deploy' ), $label, $after )
			/* translators: 1: name of an environment, 2: a time, for example “10 s”. */
			: sprintf( __( '%1$s is rebuilt %2$s after you publish.', 'headless-deploy' ), $label, $after );
	}

	/**
	 * Says what is sent when a scheduled post goes live.
	 *
	 * @param string $label    Name of the environment.
	 * @param bool   $is_purge Whether the cache is purged, other than the site rebuilt.
	 */
	private function scheduled( string $label, bool $is_purge, WP_Post $post ): string {
		$when = Site_Time::date_and_time( (int) get_post_timestamp( $post ) );
		return $is_purge
			/* translators: 1: name of an environment, 2: a date and time. */
			? sprintf( __( 'The cache of %1$s is purged when this goes live on %2$s.', 'headless-deploy' ), $label, $when )
			/* translators: 1: name of an environment, 2: a date and time. */
			: sprintf( __( '%1$s is rebuilt when this goes live on %2$s.', 'headless-deploy' ), $label, $when );
	}

	/**
	 * Says why nothing is sent at all.
	 *
	 * @param string $reason Reason of a pause, empty for the policy.
	 */
	private function reason( string $reason ): string {
		return match ( $reason ) {
			'copy'     => __( 'this site is a copy', 'headless-deploy' ),
			'disabled' => __( 'it is switched off in wp-config.php', 'headless-deploy' ),
			'constant' => __( 'what wp-config.php says about it is wrong', 'headless-deploy' ),
			'no_curl'  => __( 'this server’s PHP has no cURL extension', 'headless-deploy' ),
			default    => __( 'its automation leaves this kind of change out', 'headless-deploy' ),
		};
	}

	/**
	 * Says a time of day in the site's time zone.
	 */
	private static function clock( string $at ): string {
		return Site_Time::exact_time( (int) strtotime( $at ) );
	}
}
