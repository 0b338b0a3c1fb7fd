<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Providers\Pasted_Url;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Secrets\Request_Extras;

/**
 * The REST schemas of an environment: for writes, for users who can view, and for users who can manage.
 */
final class Environment_Schema {
	private const MAX_LABEL_LENGTH = 80;

	/**
	 * Returns the schema of a write. Every field is optional; secrets are write-only.
	 */
	public static function input(): Json_Schema {
		$header_value = Json_Schema::text()->with( maxLength: Request_Extras::MAX_VALUE_LENGTH );
		return Json_Schema::partial(
			label: Json_Schema::text()->with( minLength: 1, maxLength: self::MAX_LABEL_LENGTH ),
			webhookUrl: self::pasted_url(),
			webhookUrls: self::per_action( self::pasted_url() )->with( minProperties: 1 ),
			frontEndUrl: self::pasted_url(),
			automation: Json_Schema::partial( ...self::automation( Json_Schema::partial( ...self::policy() ) ) ),
			headers: Json_Schema::map_of( $header_value, 'All headers of a generic webhook; `••••` keeps a stored value.' )->with( maxProperties: Request_Extras::MAX_HEADERS ),
			body: Json_Schema::text( 'Of a generic webhook; `••••` keeps the stored body, empty sends none.' )->with( maxLength: Request_Extras::MAX_BODY_BYTES ),
		)->named( 'environment-input' );
	}

	public static function recognition(): Json_Schema {
		return Json_Schema::closed(
			provider: self::provider(),
			target: self::target(),
			actions: Json_Schema::list_of( self::action() ),
		)->named( 'recognition' );
	}

	public static function view(): Json_Schema {
		return Json_Schema::closed( ...self::public_properties() )->named( 'environment' );
	}

	public static function list(): Json_Schema {
		return Json_Schema::closed( environments: Json_Schema::list_of( self::view() ) )->named( 'environments' );
	}

	public static function settings(): Json_Schema {
		$properties = self::public_properties() + array(
			'etag'         => Json_Schema::text( 'Changes with every write; sent back as `If-Match`.' ),
			'lastSaved'    => Last_Saved::schema(),
			'lockedBy'     => Json_Schema::text()->or_null( 'The constant of wp-config.php that defines this environment, which then cannot be removed.' ),
			'lockedFields' => Json_Schema::list_of( Json_Schema::text(), 'The fields that this constant sets: `label`, `webhookUrl`, `automation.policy.content` and so on.' ),
			'webhook'      => self::webhook(),
		);
		return Json_Schema::closed( ...$properties )->named( 'environment-settings' );
	}

	/**
	 * @param array<string, Json_Schema> $sections Further sections.
	 */
	public static function all_settings( array $sections ): Json_Schema {
		$settings = array(
			'environments'  => Json_Schema::list_of( self::settings() ),
			'problems'      => Json_Schema::list_of( Json_Schema::texts( 'environment', 'field', 'message' ), 'Errors in HEADLESS_DEPLOY_ENVIRONMENTS.' ),
			'encryptionKey' => Json_Schema::text( 'Where the encryption key of the secrets comes from. A generated one is stored in the database.' )->with( enum: array( 'constant', 'generated', 'none' ) ),
		);
		return Json_Schema::closed( ...$settings + $sections )->named( 'settings' );
	}

	public static function paused(): Json_Schema {
		return Json_Schema::closed(
			reason: Json_Schema::enum( 'pause-reason', Pause_Reason::class ),
			since: Json_Schema::time()->or_null(),
			nextAttemptAt: Json_Schema::time()->or_null(),
			by: Last_Saved::user_schema()->or_null( 'Only with the reason `person`: who paused it; null if the user is unknown or deleted.' ),
			copy: Json_Schema::closed( confirmed: Json_Schema::boolean() )->described( 'Only with the reason `copy`: whether a user confirmed that this site is a copy.' ),
		)->optional( 'by', 'copy' )->named( 'paused' )->or_null();
	}

	/**
	 * Returns the schema of a pasted URL. It has no pattern, because the error messages of Providers say more.
	 */
	public static function pasted_url(): Json_Schema {
		return Json_Schema::text()->with( maxLength: Pasted_Url::MAX_BYTES );
	}

	/**
	 * @return array<string, Json_Schema>
	 */
	private static function public_properties(): array {
		$fallback = Json_Schema::closed(
			source: Json_Schema::one_of( 'source', Automation::SOURCES ),
			wanted: self::action(),
			action: self::policy_action(),
		);
		return array(
			'id'          => Json_Schema::text()->with( pattern: '^' . Environment_Id::PATTERN . '$' ),
			'label'       => Json_Schema::text(),
			'provider'    => self::provider(),
			'frontEndUrl' => Json_Schema::text(),
			'automation'  => Json_Schema::closed( ...self::automation( Json_Schema::closed( ...self::policy() ) ) )->named( 'automation' ),
			'paused'      => self::paused(),
			'fallbacks'   => Json_Schema::list_of( $fallback, 'The actions that replace actions of the policy that the host does not offer.' ),
		);
	}

	private static function webhook(): Json_Schema {
		return Json_Schema::closed(
			urls: self::per_action( Json_Schema::text() )->described( 'For example `https://…/webhook:rebuild?token=••••AbC=`. Actions that the host does not offer are missing.' ),
			recognized: self::target(),
			connectedAt: Json_Schema::time()->or_null( 'When the URL was pasted.' ),
			lockedBy: Json_Schema::text()->or_null( 'The constant of wp-config.php that sets the URL.' ),
			headers: Json_Schema::list_of( Json_Schema::texts( 'name', 'value' ), 'Further headers of a generic webhook; each value reads `••••`.' ),
			body: Json_Schema::text( 'Reads `••••` if a body is sent; else empty.' ),
		);
	}

	private static function target(): Json_Schema {
		return Json_Schema::texts( 'host', 'account', 'app', 'environment' )->named( 'webhook-target' );
	}

	private static function action(): Json_Schema {
		return Json_Schema::enum( 'action', Action::class );
	}

	private static function provider(): Json_Schema {
		return Json_Schema::one_of( 'provider', Providers::IDS );
	}

	private static function policy_action(): Json_Schema {
		return Json_Schema::one_of( 'policy-action', array( 'none', ...array_column( Action::cases(), 'value' ) ) );
	}

	/**
	 * @return array<string, Json_Schema> By source of changes.
	 */
	private static function policy(): array {
		return array_fill_keys( Automation::SOURCES, self::policy_action() );
	}

	/**
	 * @return array<string, Json_Schema>
	 */
	private static function automation( Json_Schema $policy ): array {
		$seconds = Json_Schema::integer()->with( minimum: 0, maximum: Automation::MAX_WAIT_SECONDS );
		return array(
			'policy'             => $policy,
			'quietPeriodSeconds' => $seconds,
			'maximumWaitSeconds' => $seconds,
			'hold'               => Json_Schema::boolean(),
		);
	}

	private static function per_action( Json_Schema $schema ): Json_Schema {
		return Json_Schema::partial( ...array_fill_keys( array_column( Action::cases(), 'value' ), $schema ) );
	}
}
