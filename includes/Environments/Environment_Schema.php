<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Providers\Pasted_Url;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Secrets\Request_Extras;

/**
 * The REST schemas of an environment: for writes, for all who can view, and for those who manage.
 *
 * @phpstan-import-type Schema from Json_Schema
 */
final class Environment_Schema {
	private const MAX_LABEL_LENGTH = 80;

	/**
	 * Returns the schema of a write. Every field is optional; secrets are write-only.
	 *
	 * @return Schema
	 */
	public static function input(): array {
		$label = array(
			'type'      => 'string',
			'minLength' => 1,
			'maxLength' => self::MAX_LABEL_LENGTH,
		);
		$headers = array(
			'type'                 => 'object',
			'maxProperties'        => Request_Extras::MOST_HEADERS,
			'additionalProperties' => array(
				'type'      => 'string',
				'maxLength' => Request_Extras::LONGEST_VALUE,
			),
		);
		$body = array(
			'type'      => 'string',
			'maxLength' => Request_Extras::LONGEST_BODY_BYTES,
		);
		$automation = array( 'policy' => Json_Schema::partial( self::policy() ) ) + self::timing();
		return Json_Schema::named(
			'environment-input',
			Json_Schema::partial(
				array(
					'label'       => $label,
					'webhookUrl'  => self::pasted_url(),
					'webhookUrls' => array( 'minProperties' => 1 ) + self::per_action( self::pasted_url() ),
					'frontEndUrl' => self::pasted_url(),
					'automation'  => Json_Schema::partial( $automation ),
					'headers'     => Json_Schema::described( $headers, 'All headers of a generic webhook; `••••` keeps a stored value.' ),
					'body'        => Json_Schema::described( $body, 'Of a generic webhook; `••••` keeps the stored body, empty sends none.' ),
				),
			),
		);
	}

	/**
	 * @return Schema
	 */
	public static function recognition(): array {
		return Json_Schema::named(
			'recognition',
			Json_Schema::closed(
				array(
					'provider' => self::provider(),
					'target'   => self::target(),
					'actions'  => Json_Schema::list_of( self::action() ),
				),
			),
		);
	}

	/**
	 * @return Schema
	 */
	public static function view(): array {
		return Json_Schema::named( 'environment', Json_Schema::closed( self::public_properties() ) );
	}

	/**
	 * @return Schema
	 */
	public static function list(): array {
		return Json_Schema::named( 'environments', Json_Schema::closed( array( 'environments' => Json_Schema::list_of( self::view() ) ) ) );
	}

	/**
	 * @return Schema
	 */
	public static function settings(): array {
		$properties = self::public_properties() + array(
			'etag'         => Json_Schema::text( 'Changes with every write; sent back as `If-Match`.' ),
			'lastSaved'    => Last_Saved::schema(),
			'lockedBy'     => Json_Schema::or_null( Json_Schema::text(), 'The constant of wp-config.php that defines this environment, which then cannot be removed.' ),
			'lockedFields' => Json_Schema::list_of( Json_Schema::text(), 'The fields that this constant sets: `label`, `webhookUrl`, `automation.policy.content` and so on.' ),
			'webhook'      => self::webhook(),
		);
		return Json_Schema::named( 'environment-settings', Json_Schema::closed( $properties ) );
	}

	/**
	 * @param  array<string, Schema> $sections Further sections.
	 * @return Schema
	 */
	public static function all_settings( array $sections ): array {
		$problem = Json_Schema::closed(
			array(
				'environment' => Json_Schema::text(),
				'field'       => Json_Schema::text(),
				'message'     => Json_Schema::text(),
			),
		);
		$key = array(
			'type' => 'string',
			'enum' => array( 'constant', 'generated', 'none' ),
		);
		return Json_Schema::named(
			'settings',
			Json_Schema::closed(
				array(
					'environments'  => Json_Schema::list_of( self::settings() ),
					'problems'      => Json_Schema::list_of( $problem, 'Errors in HEADLESS_DEPLOY_ENVIRONMENTS.' ),
					'encryptionKey' => Json_Schema::described( $key, 'Where the encryption key of the secrets comes from. A generated one is stored in the database.' ),
				) + $sections,
			),
		);
	}

	/**
	 * @return Schema
	 */
	public static function paused(): array {
		$paused = Json_Schema::closed(
			array(
				'reason'    => Json_Schema::enum( 'pause-reason', Pause_Reason::class ),
				'since'     => Json_Schema::or_null( Json_Schema::time() ),
				'nextTryAt' => Json_Schema::or_null( Json_Schema::time() ),
				'by'        => Json_Schema::or_null( Last_Saved::user_schema(), 'Only with the reason `person`: who paused it; null if the user is unknown or deleted.' ),
				'copy'      => Json_Schema::described( Json_Schema::closed( array( 'confirmed' => Json_Schema::boolean() ) ), 'Only with the reason `copy`: whether a user confirmed that this site is a copy.' ),
			),
			array( 'by', 'copy' ),
		);
		return Json_Schema::or_null( Json_Schema::named( 'paused', $paused ) );
	}

	/**
	 * Returns the schema of a pasted URL. It has no pattern, because the error messages of Providers say more.
	 *
	 * @return Schema
	 */
	public static function pasted_url(): array {
		return array(
			'type'      => 'string',
			'maxLength' => Pasted_Url::LONGEST_BYTES,
		);
	}

	/**
	 * @return array<string, Schema>
	 */
	private static function public_properties(): array {
		$id = array(
			'type'    => 'string',
			'pattern' => '^' . Environment_Id::PATTERN . '$',
		);
		$automation = array( 'policy' => Json_Schema::closed( self::policy() ) ) + self::timing();
		$fallback   = Json_Schema::closed(
			array(
				'source' => Json_Schema::one_of( 'source', Automation::SOURCES ),
				'wanted' => self::action(),
				'action' => self::policy_action(),
			),
		);
		return array(
			'id'          => $id,
			'label'       => Json_Schema::text(),
			'provider'    => self::provider(),
			'frontEndUrl' => Json_Schema::text(),
			'automation'  => Json_Schema::named( 'automation', Json_Schema::closed( $automation ) ),
			'paused'      => self::paused(),
			'fallbacks'   => Json_Schema::list_of( $fallback, 'What is done instead where the policy names an action that the host does not offer.' ),
		);
	}

	/**
	 * @return Schema
	 */
	private static function webhook(): array {
		$header = Json_Schema::closed(
			array(
				'name'  => Json_Schema::text(),
				'value' => Json_Schema::text(),
			),
		);
		return Json_Schema::closed(
			array(
				'urls'        => Json_Schema::described( self::per_action( Json_Schema::text() ), 'For example `https://…/webhook:rebuild?token=••••AbC=`. Actions that the host does not offer are missing.' ),
				'recognized'  => self::target(),
				'connectedAt' => Json_Schema::or_null( Json_Schema::time(), 'When the URL was pasted.' ),
				'lockedBy'    => Json_Schema::or_null( Json_Schema::text(), 'The constant of wp-config.php that sets the URL.' ),
				'headers'     => Json_Schema::list_of( $header, 'Further headers of a generic webhook; each value reads `••••`.' ),
				'body'        => Json_Schema::text( 'Reads `••••` if a body is sent; else empty.' ),
			),
		);
	}

	/**
	 * @return Schema
	 */
	private static function target(): array {
		$target = array_fill_keys( array( 'host', 'account', 'app', 'environment' ), Json_Schema::text() );
		return Json_Schema::named( 'webhook-target', Json_Schema::closed( $target ) );
	}

	/**
	 * @return Schema
	 */
	private static function action(): array {
		return Json_Schema::enum( 'action', Action::class );
	}

	/**
	 * @return Schema
	 */
	private static function provider(): array {
		return Json_Schema::one_of( 'provider', Providers::IDS );
	}

	/**
	 * @return Schema
	 */
	private static function policy_action(): array {
		return Json_Schema::one_of( 'policy-action', array( 'none', ...array_column( Action::cases(), 'value' ) ) );
	}

	/**
	 * @return array<string, Schema> By source of changes.
	 */
	private static function policy(): array {
		return array_fill_keys( Automation::SOURCES, self::policy_action() );
	}

	/**
	 * @return array<string, Schema>
	 */
	private static function timing(): array {
		$seconds = array(
			'type'    => 'integer',
			'minimum' => 0,
			'maximum' => Automation::LONGEST_WAIT_SECONDS,
		);
		return array(
			'quietPeriodSeconds' => $seconds,
			'maximumWaitSeconds' => $seconds,
			'hold'               => Json_Schema::boolean(),
		);
	}

	/**
	 * @param  Schema $schema
	 * @return Schema
	 */
	private static function per_action( array $schema ): array {
		return Json_Schema::partial( array_fill_keys( array_column( Action::cases(), 'value' ), $schema ) );
	}
}
