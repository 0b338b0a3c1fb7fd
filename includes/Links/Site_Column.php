<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Links;

use HeadlessDeploy\Admin\Page;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Read_Failed;
use WP_Post;

/**
 * The column “On the site” in lists of posts. A list reads the statuses of all its posts in one query.
 */
final class Site_Column {
	private const NAME = 'headless_deploy_site';

	private const SOURCE = 'content';

	private ?Page_Statuses $statuses = null;

	/** Whether the database did not respond; this list does not try again. */
	private bool $is_unreadable = false;

	public function __construct(
		private readonly Front_End_Links $links,
		private readonly Routing $routing,
	) {}

	/**
	 * Adds the column before the date. Hooked to `manage_posts_columns`, and without a type to `manage_pages_columns`.
	 *
	 * @param  array<string, string> $columns
	 * @return array<string, string>
	 */
	public function add( array $columns, string $post_type = 'page' ): array {
		if ( null === $this->environment_id() || ! $this->links->has_pages( $post_type ) || ! current_user_can( Capabilities::VIEW ) ) {
			return $columns;
		}
		$column = array( self::NAME => __( 'On the site', 'headless-deploy' ) );
		$place  = array_search( 'date', array_keys( $columns ), true );
		return false === $place
			? $columns + $column
			: array_slice( $columns, 0, $place, true ) + $column + array_slice( $columns, $place, null, true );
	}

	/**
	 * Hooked to `manage_posts_custom_column` and `manage_pages_custom_column`.
	 */
	public function render( string $column, int $post_id ): void {
		$post = self::NAME === $column ? get_post( $post_id ) : null;
		if ( ! $post instanceof WP_Post ) {
			return;
		}
		$statuses = $this->statuses();
		if ( null === $statuses ) {
			esc_html_e( 'The database did not respond.', 'headless-deploy' );
			return;
		}
		$status = $statuses->of( $post );
		printf( '<span class="dashicons dashicons-%s" aria-hidden="true"></span> ', esc_attr( $status->icon() ) );
		$url = $this->url( $statuses, $post );
		if ( '' === $url ) {
			echo esc_html( $status->label() );
			return;
		}
		/* translators: 1: status of a page, for example “Live”, 2: title of a post. */
		$label = sprintf( _x( '%1$s: %2$s', 'status and post', 'headless-deploy' ), $status->label(), _draft_or_post_title( $post ) );
		printf( '<a href="%1$s" aria-label="%2$s">%3$s</a>', esc_url( $url ), esc_attr( $label ), esc_html( $status->label() ) );
	}

	/**
	 * Returns the URL of the failed run, else of the page on the front end where it has one.
	 */
	private function url( Page_Statuses $statuses, WP_Post $post ): string {
		$run = $statuses->run( $post );
		if ( $run > 0 ) {
			return add_query_arg( 'run', $run, Page::urls()['activity'] );
		}
		return $statuses->may_have_page( $post ) ? $this->links->page_at( $this->links->environment()['url'] ?? '', $post ) : '';
	}

	/**
	 * Returns the environment of the column; null where there is none, or where it does not record changes of content.
	 */
	private function environment_id(): ?string {
		$id          = $this->links->environment()['id'] ?? null;
		$is_recorded = null !== $id
			&& ( $this->routing->is_refreshed( $id ) || null !== ( $this->routing->environments()[ $id ]->policy[ self::SOURCE ] ?? null ) );
		return $is_recorded ? $id : null;
	}

	private function statuses(): ?Page_Statuses {
		if ( null === $this->statuses && ! $this->is_unreadable ) {
			try {
				$this->statuses = new Page_Statuses( (string) $this->environment_id() );
			} catch ( Read_Failed ) {
				$this->is_unreadable = true;
			}
		}
		return $this->statuses;
	}
}
