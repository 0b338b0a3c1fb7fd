<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Action;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Site_Time;
use HeadlessDeploy\Status\Status;
use WP_Post;

/**
 * The texts of the classic editor's meta box, unescaped.
 *
 * @phpstan-import-type Entry from Status
 */
final class Classic_Box_Text {
	private const SOURCE = 'content';

	public function __construct(
		private readonly Routing $routing,
		private readonly Clock $clock,
	) {}

	/**
	 * Returns why saving sends nothing; empty where that depends on the environment.
	 */
	public function nothing( WP_Post $post, bool $is_watched, bool $has_environment ): string {
		return match ( true ) {
			! $is_watched                    => __( 'Nothing is sent: changes to this content type are ignored.', 'headless-deploy' ),
			! $has_environment               => __( 'Nothing is sent: no front end is connected yet.', 'headless-deploy' ),
			'private' === $post->post_status => __( 'Nothing is sent: private content is not on the site.', 'headless-deploy' ),
			! $this->may_publish( $post )    => __( 'Nothing is sent until an editor publishes this post.', 'headless-deploy' ),
			default                          => '',
		};
	}

	/**
	 * Tells whether the current user's save makes a post public, or the post is public.
	 */
	public function may_publish( WP_Post $post ): bool {
		$type = get_post_type_object( $post->post_type );
		return 'publish' === $post->post_status || null === $type || current_user_can( $type->cap->publish_posts );
	}

	/**
	 * Returns the status of an environment. The printed box is never updated, so it has the time of day instead of a
	 * countdown.
	 *
	 * @param Entry $environment
	 */
	public function state( array $environment ): string {
		$run = 'sending' === $environment['state'] ? null : Run_Button::countdown( $environment );
		if ( null === $run || ! isset( $environment['headline']['until'] ) ) {
			return Time_Format::fill( $environment['headline'], $this->clock->now_ms() );
		}
		$time = Site_Time::exact_time( (int) strtotime( $environment['headline']['until'] ) );
		if ( null !== $run['nextAttemptAt'] ) {
			/* translators: %s: a time, for example “15:00:20”. */
			return sprintf( __( 'Retrying at %s', 'headless-deploy' ), $time );
		}
		return sprintf(
			match ( Action::from( $run['action'] ) ) {
				/* translators: %s: a time, for example “15:00:20”. */
				Action::Rebuild => __( 'Rebuild at %s', 'headless-deploy' ),
				/* translators: %s: a time, for example “15:00:20”. */
				Action::CleanRebuild => __( 'Clean Rebuild at %s', 'headless-deploy' ),
				/* translators: %s: a time, for example “15:00:20”. */
				Action::PurgeCache => __( 'Purge Cache at %s', 'headless-deploy' ),
			},
			$time,
		);
	}

	/**
	 * Returns what publishing or updating a post means for an environment.
	 *
	 * @param Entry $environment
	 */
	public function plan( array $environment, WP_Post $post ): string {
		$id         = $environment['id'];
		$label      = $environment['label'];
		$automation = $this->routing->environments()[ $id ] ?? null;
		$wanted     = $automation?->policy[ self::SOURCE ] ?? null;
		$action     = null === $wanted ? null : $this->routing->offered( $id, $wanted );
		if ( null === $automation || null === $action || Run_Button::is_blocked( $environment ) ) {
			$reason = Run_Button::is_blocked( $environment ) ? $environment['paused']['reason'] ?? '' : '';
			return sprintf( $this->nothing_because( $reason ), $label );
		}
		if ( true === ( $environment['problem']['needsNewUrl'] ?? false ) ) {
			return current_user_can( Capabilities::MANAGE )
				/* translators: %s: name of an environment. */
				? sprintf( __( 'Nothing is sent to %s until you paste the webhook URL again.', 'headless-deploy' ), $label )
				/* translators: %s: name of an environment. */
				: sprintf( __( 'Nothing is sent to %s until an administrator pastes the webhook URL again.', 'headless-deploy' ), $label );
		}
		if ( null !== $environment['paused'] ) {
			/* translators: %s: name of an environment. */
			return sprintf( __( '%s is paused: changes are saved but not deployed.', 'headless-deploy' ), $label );
		}
		if ( $automation->hold ) {
			/* translators: %s: name of an environment. */
			return sprintf( __( '%s is held. Press Rebuild to deploy.', 'headless-deploy' ), $label );
		}
		return $this->sent( $label, $action, $automation, $post );
	}

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

	private function scheduled( string $label, bool $is_purge, WP_Post $post ): string {
		$when = Site_Time::date_and_time( (int) get_post_timestamp( $post ) );
		return $is_purge
			/* translators: 1: name of an environment, 2: a date and time. */
			? sprintf( __( 'The cache of %1$s is purged when this is published on %2$s.', 'headless-deploy' ), $label, $when )
			/* translators: 1: name of an environment, 2: a date and time. */
			: sprintf( __( '%1$s is rebuilt when this is published on %2$s.', 'headless-deploy' ), $label, $when );
	}

	/**
	 * @param string $reason Reason of a pause, empty for the policy.
	 */
	private function nothing_because( string $reason ): string {
		return match ( $reason ) {
			/* translators: %s: name of an environment. */
			'copy' => __( 'Nothing is sent to %s: this site is a copy.', 'headless-deploy' ),
			/* translators: %s: name of an environment. */
			'disabled' => __( 'Nothing is sent to %s: HEADLESS_DEPLOY_DISABLED is set in wp-config.php.', 'headless-deploy' ),
			/* translators: %s: name of an environment. */
			'constant' => __( 'Nothing is sent to %s: its entry in wp-config.php is not valid.', 'headless-deploy' ),
			/* translators: %s: name of an environment. */
			'no_curl' => __( 'Nothing is sent to %s: PHP’s cURL extension is missing on this server.', 'headless-deploy' ),
			/* translators: %s: name of an environment. */
			default => __( 'Nothing is sent to %s: its automation ignores changes to content.', 'headless-deploy' ),
		};
	}
}
