<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Providers\Pasted_Url;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Secrets\Request_Extras;

/**
 * The REST schemas of an environment: for writes, for all who can view, and for those who manage.
 */
final class Environment_Schema {
	private const MAX_LABEL_LENGTH = 80;

	/**
	 * Returns the schema of a write. Every field is optional; secrets are write-only.
	 *
	 * @return array<string, mixed>
	 */
	public static function input(): array {
		return self::closed_object(
			array(
				'label' => array(
					'type'      => 'string',
					'minLength' => 1,
					'maxLength' => self::MAX_LABEL_LENGTH,
				),
				'webhookUrl'  => self::pasted_url(),
				'webhookUrls' => self::closed_object( self::per_action( self::pasted_url() ) ) + array( 'minProperties' => 1 ),
				'frontEndUrl' => self::pasted_url(),
				'automation'  => self::automation(),
				'headers'     => array(
					'type'                 => 'object',
					'maxProperties'        => Request_Extras::MOST_HEADERS,
					'additionalProperties' => array(
						'type'      => 'string',
						'maxLength' => Request_Extras::LONGEST_VALUE,
					),
				),
				'body' => array(
					'type'      => 'string',
					'maxLength' => Request_Extras::LONGEST_BODY_BYTES,
				),
			),
		);
	}

	/**
	 * Returns the schema of what a pasted URL was recognized as.
	 *
	 * @return array<string, mixed>
	 */
	public static function recognition(): array {
		$text = array( 'type' => 'string' );
		return array( 'title' => 'headless-deploy-recognition' ) + self::closed_object(
			array(
				'provider' => $text + array( 'enum' => Providers::IDS ),
				'target'   => self::closed_object( array_fill_keys( array( 'host', 'account', 'app', 'environment' ), $text ) ),
				'actions'  => array(
					'type'  => 'array',
					'items' => $text + array( 'enum' => array_column( Action::cases(), 'value' ) ),
				),
			),
		);
	}

	/**
	 * Returns the schema for users with `headless_deploy_view`.
	 *
	 * @return array<string, mixed>
	 */
	public static function view(): array {
		return self::closed_object( self::public_properties() ) + array( 'title' => 'headless-deploy-environment' );
	}

	/**
	 * Returns the schema for users with `headless_deploy_manage`.
	 *
	 * @return array<string, mixed>
	 */
	public static function settings(): array {
		$text    = array( 'type' => 'string' );
		$webhook = self::closed_object(
			array(
				'urls'       => self::closed_object( self::per_action( $text ) ),
				'recognised' => self::closed_object(
					array(
						'host'        => $text,
						'account'     => $text,
						'app'         => $text,
						'environment' => $text,
					),
				),
				'connectedAt' => array( 'type' => array( 'string', 'null' ) ),
				'lockedBy'    => array( 'type' => array( 'string', 'null' ) ),
				'headers'     => array(
					'type'  => 'array',
					'items' => self::closed_object( array_fill_keys( array( 'name', 'value' ), $text ) ),
				),
				'body' => $text,
			),
		);
		$properties = self::public_properties() + array(
			'etag'         => $text,
			'lastSaved'    => Last_Saved::schema(),
			'lockedBy'     => array( 'type' => array( 'string', 'null' ) ),
			'lockedFields' => array(
				'type'  => 'array',
				'items' => $text,
			),
			'webhook' => $webhook,
		);
		return self::closed_object( $properties ) + array( 'title' => 'headless-deploy-environment-settings' );
	}

	/**
	 * @return array<string, mixed>
	 */
	private static function public_properties(): array {
		$text  = array( 'type' => 'string' );
		$maybe = array( 'type' => array( 'string', 'null' ) );
		return array(
			'id'          => $text + array( 'pattern' => '^' . Environment_Id::PATTERN . '$' ),
			'label'       => $text,
			'provider'    => $text + array( 'enum' => Providers::IDS ),
			'frontEndUrl' => $text,
			'automation'  => self::automation(),
			'paused'      => array(
				'type'                 => array( 'object', 'null' ),
				'additionalProperties' => false,
				'properties'           => array(
					'reason'    => $text + array( 'enum' => array_column( Pause_Reason::cases(), 'value' ) ),
					'since'     => $maybe,
					'nextTryAt' => $maybe,
					'by'        => Last_Saved::person_schema(),
					'copy'      => self::closed_object( array( 'confirmed' => array( 'type' => 'boolean' ) ) ),
				),
			),
			'fallbacks' => array(
				'type'  => 'array',
				'items' => self::closed_object( array_fill_keys( array( 'source', 'wanted', 'action' ), $text ) ),
			),
		);
	}

	/**
	 * @return array<string, mixed>
	 */
	private static function automation(): array {
		$action = array(
			'type' => 'string',
			'enum' => array_merge( array( 'none' ), array_column( Action::cases(), 'value' ) ),
		);
		$seconds = array(
			'type'    => 'integer',
			'minimum' => 0,
			'maximum' => Automation::LONGEST_WAIT_SECONDS,
		);
		return self::closed_object(
			array(
				'policy'             => self::closed_object( array_fill_keys( Automation::SOURCES, $action ) ),
				'quietPeriodSeconds' => $seconds,
				'maximumWaitSeconds' => $seconds,
				'hold'               => array( 'type' => 'boolean' ),
			),
		);
	}

	/**
	 * Returns the schema of a pasted URL. It has no pattern, because the error messages of Providers say more.
	 *
	 * @return array<string, mixed>
	 */
	public static function pasted_url(): array {
		return array(
			'type'      => 'string',
			'maxLength' => Pasted_Url::LONGEST_BYTES,
		);
	}

	/**
	 * @param  array<string, mixed>                $schema
	 * @return array<string, array<string, mixed>>
	 */
	private static function per_action( array $schema ): array {
		return array_fill_keys( array_column( Action::cases(), 'value' ), $schema );
	}

	/**
	 * @param  array<string, mixed> $properties
	 * @return array<string, mixed>
	 */
	private static function closed_object( array $properties ): array {
		return array(
			'type'                 => 'object',
			'additionalProperties' => false,
			'properties'           => $properties,
		);
	}
}
