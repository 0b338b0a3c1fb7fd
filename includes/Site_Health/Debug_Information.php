<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Refresh_Target;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Hosting\Configured_Credentials;
use HeadlessDeploy\Hosting\Credential_Store;
use HeadlessDeploy\Hosting\Credentials;
use HeadlessDeploy\Queue\Change_Count;
use HeadlessDeploy\Queue\Lane_State;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Tracking\Tracking_Store;
use const HeadlessDeploy\VERSION;

/**
 * Adds the plugin's section to Site Health → Info, which users copy into support questions. It is posted in public
 * forums, so it contains no secrets, of URLs only the host, and of constants only the name.
 *
 * @phpstan-type Field array{label: string, value: string|array<string, string>, debug: string|array<string, string>}
 */
final class Debug_Information {
	private const CONSTANTS = array(
		'HEADLESS_DEPLOY_ENVIRONMENTS',
		'HEADLESS_DEPLOY_ENCRYPTION_KEY',
		'HEADLESS_DEPLOY_DISABLED',
		'HEADLESS_DEPLOY_LOCAL_HOSTS',
		'HEADLESS_DEPLOY_API_URL',
		'HEADLESS_DEPLOY_API_USER',
		'HEADLESS_DEPLOY_API_PASSWORD',
		'DISABLE_WP_CRON',
		'ALTERNATE_WP_CRON',
		'WP_HTTP_BLOCK_EXTERNAL',
		'WP_PROXY_HOST',
	);

	public function __construct(
		private readonly Health_Facts $facts,
		private readonly Wake_Up $wake_up,
		private readonly Routing $routing,
		private readonly Credential_Store $credentials,
		private readonly Tracking_Store $tracking,
		private readonly string $key,
	) {}

	/**
	 * @return array{label: string, description: string, fields: array<string, Field>}
	 */
	public function section(): array {
		return array(
			'label'       => __( 'Headless Deploy', 'headless-deploy' ),
			'description' => __( 'Contains no secrets: no tokens, no webhook URLs, no values of constants.', 'headless-deploy' ),
			'fields'      => $this->plugin_fields() + $this->scheduler_fields() + $this->tracking_fields() + $this->environment_fields(),
		);
	}

	/**
	 * @return array<string, Field>
	 */
	private function plugin_fields(): array {
		$set = array_filter( self::CONSTANTS, static fn( string $name ): bool => defined( $name ) && constant( $name ) );
		return array(
			'version'   => self::field( __( 'Version', 'headless-deploy' ), VERSION ),
			'tables'    => self::field( __( 'Tables', 'headless-deploy' ), $this->tables() ),
			'constants' => self::field( __( 'Defined constants', 'headless-deploy' ), array() === $set ? 'none' : implode( ', ', $set ) ),
			'key'       => self::field( __( 'Encryption key', 'headless-deploy' ), $this->key ),
			'transport' => self::field( __( 'HTTP transport', 'headless-deploy' ), Send_Policy::has_curl() ? 'cURL' : 'streams' ),
			'sodium'    => self::field( __( 'Sodium', 'headless-deploy' ), extension_loaded( 'sodium' ) ? 'extension' : 'sodium_compat library' ),
		);
	}

	private function tables(): string {
		$missing = $this->facts->missing_tables();
		$version = $this->routing->schema_version();
		return match ( true ) {
			array() !== $missing         => 'missing: ' . implode( ', ', $missing ),
			Schema::VERSION === $version => "version $version",
			default                      => "version $version, to be upgraded to " . Schema::VERSION,
		};
	}

	/**
	 * @return array<string, Field>
	 */
	private function tracking_fields(): array {
		$tracked_runs = array() === $this->facts->missing_tables() ? $this->tracked_runs() : 'not known';
		return array(
			'credentials' => self::field( __( 'API credentials', 'headless-deploy' ), self::credentials( $this->credentials->get() ) ),
			'tracked'     => self::field( __( 'Tracked runs', 'headless-deploy' ), $tracked_runs ),
		);
	}

	/**
	 * @return string|array<string, string>
	 */
	public static function credentials( ?Credentials $credentials ): string|array {
		return null === $credentials ? 'not set' : array(
			'host'      => (string) wp_parse_url( $credentials->api_url, PHP_URL_HOST ),
			'user'      => '' === $credentials->user ? 'not set' : 'set',
			'password'  => self::password( $credentials ),
			'locked by' => self::locks( $credentials ),
			'checked'   => null === $credentials->checked ? 'never' : self::time( intdiv( $credentials->checked['at'], 1000 ) ),
			'works'     => match ( $credentials->checked['works'] ?? null ) {
				null  => 'not known',
				true  => 'yes',
				false => 'no',
			},
			'code' => $credentials->checked['code'] ?? '',
		);
	}

	private function tracked_runs(): string {
		$next = $this->tracking->next_at( $this->facts->now() );
		return null === $next ? '0' : $this->tracking->count( $this->facts->now() ) . ', next check ' . self::time( intdiv( $next, 1000 ) );
	}

	private static function password( Credentials $credentials ): string {
		return match ( true ) {
			$credentials->has_password() => 'set',
			$credentials->is_key_lost()  => 'stored, cannot be read',
			default                      => 'not set',
		};
	}

	private static function locks( Credentials $credentials ): string {
		$names = array_map( static fn( string $field ): string => Configured_Credentials::CONSTANTS[ $field ], $credentials->locked );
		return array() === $names ? 'none' : implode( ', ', $names );
	}

	/**
	 * @return array<string, Field>
	 */
	private function scheduler_fields(): array {
		$last = $this->wake_up->last_run();
		return array(
			'scheduler' => self::field(
				__( 'Scheduler', 'headless-deploy' ),
				$this->wake_up->is_healthy( $this->facts->now() ) ? 'healthy' : 'not healthy',
			),
			'last_run' => self::field(
				__( 'Last cron run', 'headless-deploy' ),
				null === $last ? 'never' : self::time( intdiv( $last, 1000 ) ),
			),
			'next_recurring_event' => self::field(
				__( 'Next recurring event', 'headless-deploy' ),
				self::time( wp_next_scheduled( Wake_Up::RECURRING_EVENT ) ),
			),
			'next_single_event' => self::field(
				__( 'Next single event', 'headless-deploy' ),
				self::time( wp_next_scheduled( Wake_Up::SINGLE_EVENT ) ),
			),
		);
	}

	/**
	 * @return array<string, Field>
	 */
	private function environment_fields(): array {
		$permissions = $this->facts->permissions();
		$fields      = array( 'environments' => self::field( __( 'Environments', 'headless-deploy' ), (string) count( $permissions ) ) );
		foreach ( $permissions as $id => $permission ) {
			$fields[ "environment_$id" ] = self::field(
				/* translators: %s: label of an environment. */
				sprintf( __( 'Environment “%s”', 'headless-deploy' ), $permission->environment->label ),
				$this->environment( $permission ),
			);
		}
		return $fields;
	}

	/**
	 * @return array<string, string>
	 */
	private function environment( Send_Permission $permission ): array {
		$environment = $permission->environment;
		$automation  = $environment->automation->to_array();
		$facts       = array(
			'provider'     => $environment->provider,
			'host'         => self::host( $environment ),
			'actions'      => implode( ', ', array_keys( $environment->urls ) ),
			'refresh'      => self::refresh( $environment->refresh ),
			'quiet period' => "{$automation['quietPeriodSeconds']} s",
			'maximum wait' => "{$automation['maximumWaitSeconds']} s",
			'defined by'   => '' === $environment->locked_by ? 'panel' : $environment->locked_by,
			'hold'         => $automation['hold'] ? 'yes' : 'no',
			'paused'       => $permission->pause->reason->value ?? 'no',
		);
		foreach ( Automation::SOURCES as $source ) {
			$actions               = array_column( $environment->actions_for_change( $source ), 'value' );
			$facts[ "on $source" ] = array() === $actions ? 'none' : implode( ', ', $actions );
		}
		foreach ( $this->facts->lanes() as $lane ) {
			if ( $lane->key->environment_id === $environment->id ) {
				$facts[ "lane {$lane->key->lane->value}" ] = self::lane( $lane );
			}
		}
		foreach ( $this->facts->ended_runs() as $run ) {
			if ( $run->key->environment_id === $environment->id ) {
				$facts[ "last {$run->key->lane->value}" ] = trim(
					$run->status()->value . " {$run->http_status} {$run->error_code} " . self::time( intdiv( $run->created_at, 1000 ) ),
				);
			}
		}
		return $facts;
	}

	private static function refresh( ?Refresh_Target $target ): string {
		if ( null === $target || '' === $target->url ) {
			return 'not set';
		}
		$host = (string) wp_parse_url( $target->url, PHP_URL_HOST );
		return $host . ( $target->has_secret() ? '' : ', no secret' ) . ( $target->is_secret_unused() ? ', new secret not in use' : '' )
			. ( 0 === $target->gone_at ? '' : ', gone since ' . self::time( intdiv( $target->gone_at, 1000 ) ) );
	}

	private static function host( Environment $environment ): string {
		$hosts = array_map( static fn( string $url ): string => (string) wp_parse_url( $url, PHP_URL_HOST ), $environment->urls );
		return implode( ', ', array_unique( array_filter( $hosts ) ) );
	}

	private static function lane( Lane_State $lane ): string {
		$run_status = match ( $lane->unfinished?->is_retrying ) {
			null  => '',
			true  => ', retrying',
			false => ', sending',
		};
		return Change_Count::text( $lane->changes ) . ' changes waiting, ' . Change_Count::text( $lane->undeployed ) . ' of them failed or canceled before' . (
			null === $lane->manual_at ? '' : ', manual run'
		) . $run_status;
	}

	/**
	 * @param int|false $seconds Seconds since 1970, false for none.
	 */
	public static function time( int|false $seconds ): string {
		return false === $seconds ? 'not set' : gmdate( 'Y-m-d\TH:i:s\Z', $seconds );
	}

	/**
	 * Values are in English on the screen and in the clipboard, for support.
	 *
	 * @param  string|array<string, string> $value
	 * @return Field
	 */
	private static function field( string $label, string|array $value ): array {
		return array(
			'label' => $label,
			'value' => $value,
			'debug' => $value,
		);
	}
}
