import type { Client, FetchOptions, ParseAsResponse } from 'openapi-fetch'
import type {
  ErrorResponse,
  HttpMethod,
  IsOperationRequestBodyOptional,
  OperationRequestBodyContent,
  PathsWithMethod,
  RequiredKeysOf,
  SuccessResponse,
} from 'openapi-typescript-helpers'
import type { paths } from './generated/openapi.ts'

type Body<Operation> =
  IsOperationRequestBodyOptional<Operation> extends true
    ? { body?: OperationRequestBodyContent<Operation> }
    : { body: OperationRequestBodyContent<Operation> }

type Init<Operation> = Omit<FetchOptions<Operation>, 'body'> & Body<Operation>

type Arguments<Operation, Given> =
  RequiredKeysOf<Init<Operation>> extends never ? [init?: Given & Init<Operation>] : [init: Given & Init<Operation>]

type Responses<Operation> = Operation extends { responses: infer Map extends Record<string | number, object> }
  ? Map
  : never

/** What came back: the body of a success, or that of an error. */
export type RawAnswer<Operation, Given = unknown> =
  | { data: ParseAsResponse<SuccessResponse<Responses<Operation>>, Given>; error?: never; response: Response }
  | { data?: never; error: ErrorResponse<Responses<Operation>>; response: Response }

type Call<Method extends HttpMethod> = <Path extends PathsWithMethod<paths, Method>, Given>(
  path: Path,
  ...init: Arguments<paths[Path][Method & keyof paths[Path]], Given>
) => Promise<RawAnswer<paths[Path][Method & keyof paths[Path]], Given>>

/**
 * An openapi-fetch client for the paths of the API. Its own types rebuild every body, property by property, which costs it its
 * name and turns a choice of strings into an object.
 */
export interface RawClient extends Pick<Client<paths>, 'use' | 'eject'> {
  GET: Call<'get'>
  POST: Call<'post'>
  PUT: Call<'put'>
  PATCH: Call<'patch'>
  DELETE: Call<'delete'>
}
