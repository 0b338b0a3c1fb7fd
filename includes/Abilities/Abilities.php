<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Abilities;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Entry_Point;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Manual_Run;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Runs\Run;
use HeadlessDeploy\Runs\Run_Response;
use HeadlessDeploy\Runs\Run_View;
use HeadlessDeploy\Status\Environment_Entry;
use HeadlessDeploy\Status\Status;
use HeadlessDeploy\Status\Status_Schema;
use WP_Error;

/**
 * Registers the plugin's abilities (WordPress 6.9 and later), with the same services and capabilities as the REST
 * routes. docs/abilities.md lists them.
 *
 * @phpstan-type Result array{run: int|null, status: string, message: string}
 * @phpstan-type Annotations array{readonly: bool, destructive: bool, idempotent: bool}
 */
final class Abilities {
	private const CATEGORY = 'headless-deploy';

	/**
	 * The closures create their objects when an ability runs.
	 *
	 * @param Closure(): Status     $status
	 * @param Closure(): Manual_Run $manual_run
	 * @param Closure(): Run_View   $run_view
	 * @param Closure(): Dispatcher $dispatcher
	 */
	public function __construct(
		private readonly Environments $environments,
		private readonly Queue_Reader $queue,
		private readonly Closure $status,
		private readonly Closure $manual_run,
		private readonly Closure $run_view,
		private readonly Closure $dispatcher,
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
		$this->add_run_abilities();
		$this->add_hold_abilities();
		$this->register(
			'cancel-pending-run',
			__( 'Cancel a pending run', 'headless-deploy' ),
			__( 'Cancels a pending run. Its changes wait for the next run of the same lane. A run that is being sent cannot be canceled.', 'headless-deploy' ),
			Ability_Schema::lane_input(),
			Ability_Schema::run(),
			fn( mixed $input ): array|WP_Error => $this->cancel( $this->key( $input ) ),
			self::annotations( is_destructive: true ),
			fn( mixed $input ): string => current_user_can( Capabilities::VIEW )
				? $this->queue->lane( $this->key( $input ) )->capability()
				: Capabilities::VIEW,
		);
	}

	private function add_read_abilities(): void {
		$this->register(
			'list-environments',
			__( 'List environments', 'headless-deploy' ),
			__( 'Lists the environments connected to this site and the actions that each one supports.', 'headless-deploy' ),
			Ability_Schema::no_input(),
			Ability_Schema::environments(),
			fn(): array => array( 'environments' => array_values( array_map( self::describe( ... ), $this->environments->all() ) ) ),
			self::annotations( is_readonly: true, is_idempotent: true ),
		);
		$this->register(
			'status',
			__( 'Deployment status', 'headless-deploy' ),
			__( 'Returns the status of each environment: pending changes, the run in progress, and the result of the last run.', 'headless-deploy' ),
			Ability_Schema::no_input(),
			Status_Schema::status(),
			fn(): array => ( $this->status )()->get()->to_array(),
			self::annotations( is_readonly: true, is_idempotent: true ),
		);
		$this->register(
			'pending-changes',
			__( 'List pending changes', 'headless-deploy' ),
			__( 'Lists the changes that wait for a run, for one environment or all: pending runs with their changes and when they are due, and the changes of failed and canceled runs.', 'headless-deploy' ),
			Ability_Schema::optional_environment_input(),
			Ability_Schema::pending_changes(),
			fn( mixed $input ): array|WP_Error => $this->pending_changes( self::text( $input, 'environment' ) ),
			self::annotations( is_readonly: true, is_idempotent: true ),
		);
	}

	private function add_run_abilities(): void {
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
		$this->add_run_ability(
			'refresh',
			Action::Refresh,
			__( 'Tells the front end of an environment to renew every page, without a build. Only for environments whose actions include refresh.', 'headless-deploy' ),
			self::annotations( is_idempotent: true ),
		);
	}

	private function add_hold_abilities(): void {
		$this->register(
			'hold',
			__( 'Hold changes', 'headless-deploy' ),
			__( 'Holds the changes of an environment: they are saved but not deployed until a user starts a run or changes are no longer held.', 'headless-deploy' ),
			Ability_Schema::environment_input(),
			Ability_Schema::environment(),
			fn( mixed $input ): array|WP_Error => $this->hold( self::text( $input, 'environment' ), true ),
			self::annotations( is_idempotent: true ),
			static fn(): string => Capabilities::REBUILD,
		);
		$this->register(
			'release',
			__( 'Stop holding changes', 'headless-deploy' ),
			__( 'Stops holding the changes of an environment. Held changes are deployed by the next background task, unless automatic runs are paused.', 'headless-deploy' ),
			Ability_Schema::environment_input(),
			Ability_Schema::environment(),
			fn( mixed $input ): array|WP_Error => $this->hold( self::text( $input, 'environment' ), false ),
			self::annotations( is_idempotent: true ),
			static fn(): string => Capabilities::REBUILD,
		);
	}

	/**
	 * @param lowercase-string $name
	 * @param Annotations      $annotations Hints for callers.
	 */
	private function add_run_ability( string $name, Action $action, string $description, array $annotations ): void {
		$this->register(
			$name,
			$action->label(),
			$description,
			Ability_Schema::environment_input(),
			Ability_Schema::run(),
			fn( mixed $input ): array|WP_Error => $this->run( $action, self::text( $input, 'environment' ) ),
			$annotations,
			static fn(): string => $action->capability(),
		);
	}

	/**
	 * @param lowercase-string              $name
	 * @param Annotations                   $annotations Hints for callers.
	 * @param (Closure(mixed): string)|null $capability  Returns the capability that an input requires; null for `headless_deploy_view`.
	 */
	private function register(
		string $name,
		string $label,
		string $description,
		Json_Schema $input,
		Json_Schema $output,
		callable $callback,
		array $annotations,
		?Closure $capability = null,
	): void {
		$is_permitted = static fn( mixed $given = null ): bool => current_user_can(
			null === $capability ? Capabilities::VIEW : $capability( $given ),
		);
		wp_register_ability(
			"headless-deploy/$name",
			array(
				'label'               => $label,
				'description'         => $description,
				'category'            => self::CATEGORY,
				'input_schema'        => $input->to_array(),
				'output_schema'       => $output->to_array(),
				'execute_callback'    => Entry_Point::returning_error( $callback( ... ) ),
				'permission_callback' => Entry_Point::returning_error( $is_permitted ),
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
	 * @return Result|WP_Error
	 */
	private function run( Action $action, string $id ): array|WP_Error {
		$result = ( $this->manual_run )()->start( $id, $action, Cause::Ability, get_current_user_id() );
		if ( is_wp_error( $result ) ) {
			return $result;
		}
		$run = 0 === $result ? null : ( $this->run_view )()->find( $result );
		return self::result( $result, $run, trim( Run_Response::message( $run ) . ' ' . ( $run->remedy ?? '' ) ) );
	}

	/**
	 * @return Result|WP_Error
	 */
	private function cancel( Lane_Key $key ): array|WP_Error {
		if ( null === $this->environments->get( $key->environment_id ) ) {
			return self::unknown( $key->environment_id );
		}
		$result = ( $this->dispatcher )()->cancel( $key, get_current_user_id(), Cause::Ability );
		if ( is_string( $result ) ) {
			return Errors::make( $result );
		}
		$run = ( $this->run_view )()->find( $result );
		return self::result( $result, $run, Run_Response::canceled_text( $run ) );
	}

	/**
	 * @return Result
	 */
	private static function result( int $id, ?Run $run, string $message ): array {
		return array(
			'run'     => 0 === $id ? null : $id,
			'status'  => ( $run->status ?? Run_Status::Pending )->value,
			'message' => $message,
		);
	}

	/**
	 * @return array<string, mixed>|WP_Error
	 */
	private function hold( string $id, bool $hold ): array|WP_Error {
		$environment = $this->environments->hold( $id, $hold );
		if ( is_wp_error( $environment ) ) {
			return $environment;
		}
		( $this->dispatcher )()->schedule_wake_up();
		return self::describe( $environment );
	}

	/**
	 * @param  string                        $id Empty for all environments.
	 * @return array<string, mixed>|WP_Error
	 */
	private function pending_changes( string $id ): array|WP_Error {
		$entries = array_filter(
			( $this->status )()->get()->environments,
			static fn( Environment_Entry $entry ): bool => '' === $id || $id === $entry->environment->id,
		);
		if ( '' !== $id && array() === $entries ) {
			return self::unknown( $id );
		}
		$fields = array_flip( array( 'id', 'label', 'pending', 'undeployed' ) );
		return array( 'environments' => array_values( array_map(
			static fn( Environment_Entry $entry ): array => array_intersect_key( $entry->to_array(), $fields ),
			$entries,
		) ) );
	}

	/**
	 * @return array{id: string, label: string, frontEndUrl: string, actions: list<string>, held: bool, paused: bool}
	 */
	private static function describe( Environment $environment ): array {
		return array(
			'id'          => $environment->id,
			'label'       => $environment->label,
			'frontEndUrl' => $environment->front_end_url,
			'actions'     => $environment->offered(),
			'held'        => $environment->automation->hold,
			'paused'      => null !== $environment->paused,
		);
	}

	private static function unknown( string $id ): WP_Error {
		return Errors::make( 'headless_deploy_unknown_environment', id: $id );
	}

	private function key( mixed $input ): Lane_Key {
		return Lane_Key::of(
			get_current_blog_id(),
			self::text( $input, 'environment' ),
			Lane::tryFrom( self::text( $input, 'lane' ) ) ?? Lane::Build,
		);
	}

	/**
	 * @return string Empty if the input has no such text.
	 */
	private static function text( mixed $input, string $name ): string {
		$value = is_array( $input ) ? $input[ $name ] ?? '' : '';
		return is_string( $value ) ? $value : '';
	}

	/**
	 * @return Annotations
	 */
	private static function annotations( bool $is_readonly = false, bool $is_destructive = false, bool $is_idempotent = false ): array {
		return array(
			'readonly'    => $is_readonly,
			'destructive' => $is_destructive,
			'idempotent'  => $is_idempotent,
		);
	}
}
