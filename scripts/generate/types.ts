import openapiTypescript, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import type { Schema, Spec } from '../../server/openapi.ts'
import { BANNER } from './server.ts'

const { factory } = ts

/** The spec as TypeScript types, for the server. Properties with a default are optional in requests. */
export async function writeTypes(spec: Spec): Promise<string> {
  return BANNER + astToString(await typesOf(spec))
}

/**
 * The same for the SDK: each schema is a type with a name, which editors show, and a choice of strings takes others too. The
 * server may return newer ones (contract 9.3), and a caller may send one that this version of the SDK does not know.
 */
export async function writeSdkTypes(spec: Spec): Promise<string> {
  const nodes = await typesOf(withoutRetired(spec))
  return BANNER + astToString(nodes.flatMap(named))
}

/** The spec without choices that are known to it only because they have an error of their own. */
function withoutRetired(spec: Spec): Spec {
  return JSON.parse(JSON.stringify(spec), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('x-enum-retired' in value)) return value
    const { 'x-enum-retired': retired = [], enum: choices, ...rest } = value as Schema
    return { ...rest, enum: choices?.filter((choice) => choice === null || !retired.includes(choice)) }
  }) as Spec
}

async function typesOf(spec: Spec): Promise<ts.Node[]> {
  const blob = factory.createTypeReferenceNode('Blob')
  return openapiTypescript(structuredClone(spec) as never, {
    defaultNonNullable: false,
    transform: (schema) => ('format' in schema && schema.format === 'binary' ? blob : undefined),
  })
}

/** Of `components`, a declaration of each schema before it. Whatever refers to a schema does so by its name. */
function named(node: ts.Node): ts.Node[] {
  return ts.transform(node, [namedAndOpen]).transformed.flatMap((one) => {
    if (!ts.isInterfaceDeclaration(one) || one.name.text !== 'components') return [one]
    const schemas = one.members.find(isSchemas)
    if (!schemas) throw new Error('the spec has no schemas')
    const declarations = schemas.type.members.map(declared)
    const names = declarations.map(({ name }) =>
      factory.createPropertySignature(undefined, name, undefined, factory.createTypeReferenceNode(name)),
    )
    const type = factory.createTypeLiteralNode(names)
    const members = one.members.map((member) =>
      member === schemas ? factory.createPropertySignature(undefined, schemas.name, undefined, type) : member,
    )
    return [...declarations, factory.createInterfaceDeclaration(one.modifiers, one.name, undefined, undefined, members)]
  })
}

type Schemas = ts.PropertySignature & { type: ts.TypeLiteralNode }

function isSchemas(member: ts.TypeElement): member is Schemas {
  return ts.isPropertySignature(member) && textOf(member.name) === 'schemas'
}

/** The name in `components["schemas"]["Name"]`. */
function referred(node: ts.Node): string | undefined {
  const names: string[] = []
  let at = node
  for (; ts.isIndexedAccessTypeNode(at); at = at.objectType)
    if (ts.isLiteralTypeNode(at.indexType) && ts.isStringLiteral(at.indexType.literal))
      names.unshift(at.indexType.literal.text)
  const isComponents = ts.isTypeReferenceNode(at) && ts.isIdentifier(at.typeName) && at.typeName.text === 'components'
  return isComponents && names.length === 2 && names[0] === 'schemas' ? names[1] : undefined
}

const namedAndOpen: ts.TransformerFactory<ts.Node> = (context) => (root) => {
  const visit = (node: ts.Node): ts.Node => {
    const name = referred(node)
    if (name !== undefined) return factory.createTypeReferenceNode(name)
    return ts.visitEachChild(ts.isUnionTypeNode(node) ? opened(node) : node, visit, context)
  }
  return visit(root)
}

/** `'a' | 'b' | (string & {})`, which editors complete. A single literal, as the name of an event, stays what it is. */
function opened(union: ts.UnionTypeNode): ts.UnionTypeNode {
  // openapi-typescript prints a string by an identifier with quotation marks.
  const isText = (type: ts.Node) => ts.isIdentifier(type) && type.text.startsWith('"')
  const texts = union.types.filter(isText)
  if (texts.length < 2) return union
  const any = factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword)
  const other = factory.createIntersectionTypeNode([any, factory.createTypeLiteralNode([])])
  const rest = union.types.filter((type) => !isText(type))
  return factory.createUnionTypeNode([...texts, factory.createParenthesizedType(other), ...rest])
}

/** An interface for an object, an alias for everything else, with the comment of the schema. */
function declared(member: ts.TypeElement): ts.InterfaceDeclaration | ts.TypeAliasDeclaration {
  const { name, type } = member as ts.PropertySignature
  const exported = [factory.createModifier(ts.SyntaxKind.ExportKeyword)]
  const declaration = ts.isTypeLiteralNode(type!)
    ? factory.createInterfaceDeclaration(exported, textOf(name), undefined, undefined, type.members)
    : factory.createTypeAliasDeclaration(exported, textOf(name), undefined, type!)
  return ts.setSyntheticLeadingComments(declaration, ts.getSyntheticLeadingComments(member))
}

function textOf(name: ts.PropertyName): string {
  if (ts.isIdentifier(name) || ts.isStringLiteral(name)) return name.text
  throw new Error('a schema has a name that is no name of a type')
}
