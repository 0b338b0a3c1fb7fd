<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Action;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Site_Time;
use HeadlessDeploy\Status\Environment_Entry;
use HeadlessDeploy\Status\Environment_Status;
use HeadlessDeploy\Status\Save_Plan;
use HeadlessDeploy\Time_Format;
use WP_Post;
use WP_Screen;

/**
 * The meta box of the classic editor: what happens when the post is saved, and the status of each environment. The
 * script `classic` updates it and adds buttons; the printed box is for users without scripts.
 */
final class Classic_Box {
	private const ID = 'headless-deploy';

	public function __construct(
		private readonly Policy $policy,
		private readonly Current_Status $status,
		private readonly Clock $clock,
	) {}

	/**
	 * Adds the box to posts that visitors can see. Hooked to `add_meta_boxes`, which the screens of comments and links
	 * fire too.
	 */
	public function add( mixed $type, mixed $post = null ): void {
		if ( ! $post instanceof WP_Post || ! is_string( $type ) || ! $this->has_page( $type ) || ! current_user_can( Capabilities::VIEW ) ) {
			return;
		}
		add_meta_box(
			self::ID,
			__( 'Headless Deploy', 'headless-deploy' ),
			$this->render( ... ),
			$type,
			'side',
			'default',
			// The block editor has panels instead.
			array( '__back_compat_meta_box' => true ),
		);
	}

	/**
	 * Tells whether a screen has the box. It is added before the scripts are enqueued.
	 */
	public static function is_on( ?WP_Screen $screen ): bool {
		/** @var array<string, array<string, array<string, array<string, mixed>>>>|null $wp_meta_boxes */
		global $wp_meta_boxes;
		return null !== $screen && is_array( $wp_meta_boxes[ $screen->id ]['side']['default'][ self::ID ] ?? null );
	}

	/**
	 * Tells whether posts of a type have a page on the front end.
	 */
	private function has_page( string $type ): bool {
		return 'attachment' !== $type && ( is_post_type_viewable( $type ) || $this->policy->watches( $type ) );
	}

	private function render( WP_Post $post ): void {
		if ( $this->status->is_unreadable() ) {
			printf( '<p>%s</p>', esc_html( Current_Status::unreadable_text() ) );
			return;
		}
		printf( '<div id="headless-deploy-classic" data-post="%s">', esc_attr( (string) wp_json_encode( $this->facts( $post ) ) ) );
		$environments  = $this->status->environments();
		$source        = $this->source( $post );
		$no_run_reason = $this->no_run_reason( $post, null !== $source, array() !== $environments );
		if ( '' !== $no_run_reason ) {
			printf( '<p>%s</p>', esc_html( $no_run_reason ) );
		} else {
			array_map( fn( Environment_Entry $entry ) => $this->print_environment( $entry, $post, (string) $source ), $environments );
		}
		printf( '<p><a href="%1$s">%2$s</a></p>', esc_url( Page::urls()['overview'] ), esc_html( Page::open_label() ) );
		echo '</div>';
	}

	/**
	 * Returns the data of a post for the script: `PrintedPost` of src/editor/classic-post.ts.
	 *
	 * @return array<string, array<string, string>|bool|string|null>
	 */
	private function facts( WP_Post $post ): array {
		$is_public = 'publish' === $post->post_status;
		return array(
			'source'      => $this->source( $post ),
			'status'      => $post->post_status,
			'date'        => str_replace( ' ', 'T', $post->post_date ),
			'isDateAhead' => 'future' === $post->post_status,
			'mayPublish'  => $this->may_publish( $post ),
			'permalink'   => (string) get_permalink( $post ),
			'savedAt'     => $is_public ? Iso_Time::of( 1000 * (int) get_post_timestamp( $post, 'modified' ) ) : null,
			'schedule'    => $this->schedule( $post ),
		);
	}

	/**
	 * Returns where the script reads a scheduled post from its time on; null for other posts, and for types that the REST
	 * API does not know.
	 *
	 * @return array{path: string, dateGmt: string}|null
	 */
	private function schedule( WP_Post $post ): ?array {
		$route = 'future' === $post->post_status ? rest_get_route_for_post( $post ) : '';
		return '' === $route ? null : array(
			'path'    => add_query_arg( '_fields', 'status,link', $route ),
			'dateGmt' => str_replace( ' ', 'T', $post->post_date_gmt ),
		);
	}

	/**
	 * Returns the source of the post's plan (see `Save_Plan`); null if changes of its type are not recorded.
	 */
	private function source( WP_Post $post ): ?string {
		return match ( true ) {
			$this->policy->counts( $post->post_type )  => 'content',
			$this->policy->watches( $post->post_type ) => Save_Plan::REFRESH_ONLY,
			default                                    => null,
		};
	}

	private function print_environment( Environment_Entry $entry, WP_Post $post, string $source ): void {
		printf( '<p><strong>%1$s</strong><br>%2$s</p>', esc_html( $entry->environment->label ), esc_html( $this->state( $entry ) ) );
		$problem = trim( ( $entry->problem->message ?? '' ) . ' ' . $entry->remedy );
		if ( '' !== $problem ) {
			printf( '<p>%s</p>', esc_html( $problem ) );
		}
		printf( '<p>%s</p>', esc_html( $this->plan( $entry, $post, $source ) ) );
		if ( true === $entry->problem?->needs_new_url && current_user_can( Capabilities::MANAGE ) ) {
			printf(
				'<p><a href="%1$s">%2$s</a></p>',
				esc_url( Page::replace_url( $entry->environment->id ) ),
				esc_html( Page::replace_label() ),
			);
		}
		$last = Time_Format::fill( $entry->last_run_text(), $this->clock->now_ms() );
		if ( '' !== $last ) {
			printf( '<p class="howto">%s</p>', esc_html( $last ) );
		}
	}

	/**
	 * Returns why saving sends nothing; empty where that depends on the environment.
	 */
	private function no_run_reason( WP_Post $post, bool $is_watched, bool $has_environment ): string {
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
	private function may_publish( WP_Post $post ): bool {
		$type = get_post_type_object( $post->post_type );
		return 'publish' === $post->post_status || null === $type || current_user_can( $type->cap->publish_posts );
	}

	/**
	 * Returns the status of an environment. The printed box is never updated, so it has the time of day instead of a
	 * countdown.
	 */
	private function state( Environment_Entry $entry ): string {
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
	private function plan( Environment_Entry $entry, WP_Post $post, string $source ): string {
		$plans = array_values( array_filter( $entry->plans, static fn( array $one ): bool => in_array( $source, $one['sources'], true ) ) );
		$plan  = $plans[0];
		return match ( $post->post_status ) {
			'publish' => $plan['update'],
			'future'  => sprintf( $plan['schedule'], Site_Time::date_and_time( (int) get_post_timestamp( $post ) ) ),
			default   => $plan['publish'],
		};
	}
}
