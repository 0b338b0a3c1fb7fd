<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\General;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Rest;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Answers `PUT /settings/general`: which post types and options count. `GET /settings` shows them.
 */
final class General_Controller {
	private const MAX_POST_TYPE_LENGTH   = 20;
	private const MAX_TAXONOMY_LENGTH    = 32;
	private const MAX_ENVIRONMENT_LENGTH = 64;

	public function __construct( private readonly General_Settings $settings ) {}

	public function register_routes(): void {
		Rest::register( 'PUT', '/settings/general', $this->update( ... ), Capabilities::MANAGE, self::schema( ... ) );
	}

	private function update( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$body  = Rest::fields( $request, self::input(), 'headless_deploy_general_missing' );
		$error = is_wp_error( $body ) ? $body : $this->settings->save( $body, Rest::expected_etag( $request ) );
		return null === $error
			? Rest::uncached( $this->settings->view() )
			: Rest::with_current( $error, 'general', $this->settings->view( ... ) );
	}

	/**
	 * Describes the body of a write. All fields are optional; null resets `postTypes`, `taxonomies` or
	 * `optionNames` to the default.
	 */
	public static function input(): Json_Schema {
		return Json_Schema::partial(
			postTypes: self::names( self::MAX_POST_TYPE_LENGTH )->or_null(),
			taxonomies: self::names( self::MAX_TAXONOMY_LENGTH )->or_null(),
			optionNames: self::names( General_Settings::MAX_NAME_LENGTH )->or_null(),
			ignoredMeta: self::names( General_Settings::MAX_NAME_LENGTH ),
			countedMeta: self::names( General_Settings::MAX_NAME_LENGTH ),
			links: self::links(),
		)->named( 'general-input' );
	}

	public static function schema(): Json_Schema {
		return Json_Schema::closed(
			postTypes: self::names( self::MAX_POST_TYPE_LENGTH )->or_null( 'Null for all post types that visitors can see.' ),
			taxonomies: self::names( self::MAX_TAXONOMY_LENGTH )->or_null( 'Null for all taxonomies that visitors can see.' ),
			optionNames: self::names( General_Settings::MAX_NAME_LENGTH ),
			ignoredMeta: self::names( General_Settings::MAX_NAME_LENGTH )->described( 'Meta keys whose changes trigger nothing; an asterisk at the end matches any characters.' ),
			countedMeta: self::names( General_Settings::MAX_NAME_LENGTH )->described( 'Meta keys that count although they are ignored by default, by cron, or when visitors count them up.' ),
			links: self::links(),
			available: Json_Schema::closed(
				postTypes: self::choices(),
				taxonomies: self::choices(),
				optionNames: Json_Schema::list_of( Json_Schema::texts( 'name', 'label' ) ),
				ignoredMeta: Json_Schema::list_of( Json_Schema::text() )->described( 'Meta keys that are ignored by default.' ),
				noticedMeta: Noticed_Meta::schema()->described( 'Meta keys that cron or visitors write and about which no setting decides.' ),
			)->described( 'What can be chosen. Other options can be typed.' ),
			etag: Json_Schema::text( 'Changes with every write; sent back as `If-Match`.' ),
			lastSaved: Last_Saved::schema(),
		)->named( 'general-settings' );
	}

	private static function choices(): Json_Schema {
		return Json_Schema::list_of( Json_Schema::closed(
			name: Json_Schema::text(),
			label: Json_Schema::text(),
			byDefault: Json_Schema::boolean(),
		) );
	}

	private static function links(): Json_Schema {
		return Json_Schema::text()->with( maxLength: self::MAX_ENVIRONMENT_LENGTH )->or_null( 'The environment to whose front end “View” leads; empty for WordPress, null for the first with a front-end URL.' );
	}

	private static function names( int $max_length ): Json_Schema {
		return Json_Schema::list_of( Json_Schema::text()->with(
			minLength: 1,
			maxLength: $max_length,
		) )->with( maxItems: General_Settings::MAX_NAMES );
	}
}
