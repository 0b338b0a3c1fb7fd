<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Abilities;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Entry_Point;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Manual_Run;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Runs\Run_Response;
use HeadlessDeploy\Runs\Run_View;
use HeadlessDeploy\Status\Status;
use HeadlessDeploy\Status\Status_Schema;
use WP_Error;

/**
 * Registers the plugin's abilities (WordPress 6.9 and later), with the same services and capabilities as the REST
 * routes.
 *
 * @phpstan-type Run array{run: int|null, status: string, message: string}
 */
final class Abilities {
	private const CATEGORY = 'headless-deploy';

	/**
	 * The closures create their objects when an ability runs.
	 *
	 * @param Closure(): Status     $status
	 * @param Closure(): Manual_Run $manual_run
	 * @param Closure(): Run_View   $run_view
	 */
	public function __construct(
		private readonly Environments $environments,
		private readonly Closure $status,
		private readonly Closure $manual_run,
		private readonly Closure $run_view,
	) {}

	public function add_category(): void {
		wp_register_ability_category(
			self::CATEGORY,
			array(
				'label'       => __( 'Headless Deploy', 'headless-deploy' ),
				'description' => __( 'Deploys changes in WordPress to the front ends of this site.', 'headless-deploy' ),
			),
		);
	}

	public function register_abilities(): void {
		$this->add_read_abilities();
		$this->add_run_ability(
			'rebuild',
			Action::Rebuild,
			__( 'Rebuilds the front end of an environment with all pending changes. Takes minutes; the result says whether the host accepted the request.', 'headless-deploy' ),
			self::annotations(),
		);
		$this->add_run_ability(
			'clean-rebuild',
			Action::CleanRebuild,
			__( 'Deletes the build cache and rebuilds the front end from scratch. Takes longer than a Rebuild: use it only if pages are still outdated after a Rebuild, or if dependencies changed.', 'headless-deploy' ),
			self::annotations( is_destructive: true ),
		);
		$this->add_run_ability(
			'purge-cache',
			Action::PurgeCache,
			__( 'Purges the cache of an environment without a build.', 'headless-deploy' ),
			self::annotations( is_idempotent: true ),
		);
	}

	private function add_read_abilities(): void {
		$this->register(
			'list-environments',
			__( 'List environments', 'headless-deploy' ),
			__( 'Lists the environments connected to this site and the actions that each one supports.', 'headless-deploy' ),
			self::no_input(),
			self::environments_schema(),
			fn(): array => array( 'environments' => array_values( array_map( self::describe( ... ), $this->environments->all() ) ) ),
			self::annotations( is_readonly: true, is_idempotent: true ),
		);
		$this->register(
			'status',
			__( 'Deployment status', 'headless-deploy' ),
			__( 'Returns the status of each environment: pending changes, the run in progress, and the result of the last run.', 'headless-deploy' ),
			self::no_input(),
			Status_Schema::status(),
			fn(): array => ( $this->status )()->get(),
			self::annotations( is_readonly: true, is_idempotent: true ),
		);
	}

	/**
	 * @param lowercase-string                                           $name
	 * @param array{readonly: bool, destructive: bool, idempotent: bool} $annotations Hints for callers.
	 */
	private function add_run_ability( string $name, Action $action, string $description, array $annotations ): void {
		$this->register(
			$name,
			$action->label(),
			$description,
			self::environment_input(),
			self::run_schema(),
			fn( mixed $input ): array|WP_Error => $this->run( $action, self::environment_id( $input ) ),
			$annotations,
			$action->capability(),
		);
	}

	/**
	 * @param lowercase-string                                           $name
	 * @param array{readonly: bool, destructive: bool, idempotent: bool} $annotations Hints for callers.
	 */
	private function register(
		string $name,
		string $label,
		string $description,
		Json_Schema $input,
		Json_Schema $output,
		callable $callback,
		array $annotations,
		string $capability = Capabilities::VIEW,
	): void {
		wp_register_ability(
			"headless-deploy/$name",
			array(
				'label'               => $label,
				'description'         => $description,
				'category'            => self::CATEGORY,
				'input_schema'        => $input->to_array(),
				'output_schema'       => $output->to_array(),
				'execute_callback'    => Entry_Point::returning_error( $callback( ... ) ),
				'permission_callback' => static fn(): bool => current_user_can( $capability ),
				'meta'                => array(
					'annotations' => $annotations,
					// WordPress 7.1 has one flag for REST and agents; 6.9 and 7.0 have one for REST.
					'public'       => true,
					'show_in_rest' => true,
				),
			),
		);
	}

	/**
	 * @return string Empty if the input has no id.
	 */
	private static function environment_id( mixed $input ): string {
		$id = is_array( $input ) ? $input['environment'] ?? '' : '';
		return is_string( $id ) ? $id : '';
	}

	/**
	 * @return Run|WP_Error
	 */
	private function run( Action $action, string $id ): array|WP_Error {
		$result = ( $this->manual_run )()->start( $id, $action, Cause::Ability, get_current_user_id() );
		if ( is_wp_error( $result ) ) {
			return $result;
		}
		$run    = 0 === $result ? null : ( $this->run_view )()->find( $result );
		$status = Run_Status::tryFrom( $run['status'] ?? '' ) ?? Run_Status::Pending;
		return array(
			'run'     => 0 === $result ? null : $result,
			'status'  => $status->value,
			'message' => trim( Run_Response::message( $run ) . ' ' . ( $run['remedy'] ?? '' ) ),
		);
	}

	/**
	 * @return array{id: string, label: string, frontEndUrl: string, actions: list<string>, paused: bool}
	 */
	private static function describe( Environment $environment ): array {
		return array(
			'id'          => $environment->id,
			'label'       => $environment->label,
			'frontEndUrl' => $environment->front_end_url,
			'actions'     => array_keys( $environment->webhook_urls ),
			'paused'      => null !== $environment->paused,
		);
	}

	/**
	 * @return array{readonly: bool, destructive: bool, idempotent: bool}
	 */
	private static function annotations( bool $is_readonly = false, bool $is_destructive = false, bool $is_idempotent = false ): array {
		return array(
			'readonly'    => $is_readonly,
			'destructive' => $is_destructive,
			'idempotent'  => $is_idempotent,
		);
	}

	private static function no_input(): Json_Schema {
		return Json_Schema::partial()->with( default: array() );
	}

	private static function environment_input(): Json_Schema {
		$environment = Json_Schema::text( __( 'Environment ID, as returned by headless-deploy/list-environments.', 'headless-deploy' ) )->with( minLength: 1, maxLength: 64 );
		return Json_Schema::closed( environment: $environment );
	}

	private static function environments_schema(): Json_Schema {
		$environment = Json_Schema::partial(
			id: Json_Schema::text(),
			label: Json_Schema::text(),
			frontEndUrl: Json_Schema::text(),
			actions: Json_Schema::list_of( Json_Schema::text()->with( enum: array_column( Action::cases(), 'value' ) ) ),
			paused: Json_Schema::boolean(),
		);
		return Json_Schema::partial( environments: Json_Schema::list_of( $environment ) );
	}

	private static function run_schema(): Json_Schema {
		return Json_Schema::partial(
			run: Json_Schema::integer()->or_null( __( 'Run ID, or null while the run waits for another run to finish.', 'headless-deploy' ) ),
			status: Json_Schema::text()->with( enum: array_column( Run_Status::cases(), 'value' ) ),
			message: Json_Schema::text(),
		);
	}
}
