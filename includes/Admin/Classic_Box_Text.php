<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Action;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Site_Time;
use HeadlessDeploy\Status\Environment_Entry;
use HeadlessDeploy\Status\Environment_Status;
use HeadlessDeploy\Status\Save_Plan;
use HeadlessDeploy\Time_Format;
use WP_Post;

/**
 * The texts of the classic editor's meta box, unescaped.
 */
final class Classic_Box_Text {
	public function __construct( private readonly Clock $clock ) {}

	/**
	 * Returns why saving sends nothing; empty where that depends on the environment.
	 */
	public function no_run_reason( WP_Post $post, bool $is_watched, bool $has_environment ): string {
		$reason = match ( true ) {
			! $is_watched                    => 'ignored',
			! $has_environment               => 'unconnected',
			'private' === $post->post_status => 'private',
			! $this->may_publish( $post )    => 'review',
			default                          => null,
		};
		return null === $reason ? '' : Save_Plan::no_run()[ $reason ];
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
	 */
	public function state( Environment_Entry $entry ): string {
		$headline = $entry->summary->headline;
		$run      = Environment_Status::Sending === $entry->status ? null : $entry->countdown();
		if ( null === $run || 'until' !== $headline->key ) {
			return Time_Format::fill( $headline, $this->clock->now_ms() );
		}
		$time = Site_Time::exact_time( intdiv( $headline->ms, 1000 ) );
		if ( $run->is_retrying() ) {
			/* translators: %s: a time, for example “15:00:20”. */
			return sprintf( __( 'Retrying at %s', 'headless-deploy' ), $time );
		}
		return sprintf(
			match ( $run->action ) {
				/* translators: %s: a time, for example “15:00:20”. */
				Action::Rebuild => __( 'Rebuild at %s', 'headless-deploy' ),
				/* translators: %s: a time, for example “15:00:20”. */
				Action::CleanRebuild => __( 'Clean Rebuild at %s', 'headless-deploy' ),
				/* translators: %s: a time, for example “15:00:20”. */
				Action::PurgeCache => __( 'Purge Cache at %s', 'headless-deploy' ),
				/* translators: %s: a time, for example “15:00:20”. */
				Action::Refresh => __( 'Refresh at %s', 'headless-deploy' ),
			},
			$time,
		);
	}

	/**
	 * Returns what publishing or updating a post means for an environment.
	 */
	public function plan( Environment_Entry $entry, WP_Post $post, string $source ): string {
		$plans = array_values( array_filter( $entry->plans, static fn( array $one ): bool => in_array( $source, $one['sources'], true ) ) );
		$plan  = $plans[0];
		return match ( $post->post_status ) {
			'publish' => $plan['update'],
			'future'  => sprintf( $plan['schedule'], Site_Time::date_and_time( (int) get_post_timestamp( $post ) ) ),
			default   => $plan['publish'],
		};
	}
}
