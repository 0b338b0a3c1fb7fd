<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use Closure;
use HeadlessDeploy\Changes\Post_Page;
use HeadlessDeploy\Changes\Watched\Tag;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Untyped;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Answers `GET /moved`, which a front end requests before it answers 404. Every visitor may: WordPress redirects old
 * addresses too.
 */
final class Moved_Controller {
	private const MAX_PATH_LENGTH = 1_000;

	/**
	 * @param Closure(): bool $has_refresh Whether a front end is informed of changes. Otherwise a tag would promise too much.
	 */
	public function __construct(
		private readonly Moved_Posts $posts,
		private readonly Closure $has_refresh,
	) {}

	public function register_routes(): void {
		$args = array(
			'path' => Json_Schema::text( __( 'The old path, relative to the home of the site, for example “/old-slug/”.', 'headless-deploy' ) )->with( pattern: '^/', maxLength: self::MAX_PATH_LENGTH, required: true ),
		);
		Rest::register( 'GET', '/moved', $this->get_moved( ... ), static fn(): bool => true, self::schema( ... ), $args );
	}

	public static function schema(): Json_Schema {
		return Json_Schema::closed(
			path: Json_Schema::text( __( 'The path of the post now, relative to the home of the site.', 'headless-deploy' ) ),
		)->named( 'moved-post' );
	}

	/**
	 * @throws Read_Failed
	 */
	private function get_moved( WP_REST_Request $request ): WP_REST_Response {
		$post = $this->posts->find( Untyped::text( $request['path'] ) );
		if ( null === $post ) {
			$response = rest_convert_error_to_response( Errors::make( 'headless_deploy_not_moved' ) );
			// A post can be renamed at any time, and no tag stands for that.
			$response->header( Response_Groups::LIFETIME_HEADER, Response_Groups::SHORT_LIFETIME . ';reason="no public post had this address"' );
			return $response;
		}
		$tag = Tag::post( $post->ID );
		return new WP_REST_Response(
			array( 'path' => Post_Page::path( $post ) ),
			200,
			( $this->has_refresh )() ? array( 'Cache-Groups' => Group_List::header( array( $tag ) ), 'Cache-Tag' => $tag ) : array(),
		);
	}
}
