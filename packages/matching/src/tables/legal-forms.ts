/** What a legal form means wherever it is used: two forms of one class are taken for translations of each other. */
export type FormClass = 'STOCK' | 'LIMITED' | 'PARTNERSHIP' | 'COOPERATIVE' | 'NON_PROFIT' | 'STATE' | 'SOLE'

/**
 * A list: forms of some 60 countries, without accents and points. Several spellings of one form are parted by `=`,
 * forms by `,`. What is written in another script stands here as it is spelt in Latin letters.
 */
const forms: Readonly<Record<FormClass, string>> = {
  STOCK: `
    sa=societe anonyme=sociedad anonima=sociedade anonima=societate pe actiuni=s a=anonymi etaireia=ae,
    saoc, saog, sak, kscp, ksc, psc, pjsc=pao=publichnoe aktsionernoe obshchestvo=public joint stock company=pat,
    ojsc=oao=otkrytoe aktsionernoe obshchestvo=open joint stock company=vat,
    cjsc=zao=zakrytoe aktsionernoe obshchestvo=closed joint stock company=zat,
    jsc=ao=aktsionernoe obshchestvo=aktsionerne tovarystvo=joint stock company=joint stock co,
    ag=aktiengesellschaft=aktienges, kgaa=kommanditgesellschaft auf aktien, se=societas europaea=european company,
    plc=public limited company=public limited co=ccc, spa=societa per azioni=s p a, nv=naamloze vennootschap,
    asa=allmennaksjeselskap, as=aksjeselskap=anonim sirketi=aktsiaselts=akciova spolecnost=akciova spolocnost=anonim sti,
    aps=anpartsselskab, aktieselskab, ab=aktiebolag=ab publ=publ, oyj=julkinen osakeyhtio, hf=hlutafelag,
    dd=dionicko drustvo=delniska druzba, ad=akcionarsko drustvo=aktsionerno druzhestvo, ead,
    nyrt=nyilvanosan mukodo reszvenytarsasag, zrt=zartkoruen mukodo reszvenytarsasag, rt,
    sae=egyptian joint stock company, akciju sabiedriba=akcine bendrove, tbk=persero tbk, pt=perseroan terbatas,
    berhad=bhd, kk=kabushiki kaisha=kabushiki gaisha=zhu shi hui she, gu fen you xian gong si,
    jusik hoesa, sca=societe en commandite par actions, sab de cv=sociedad anonima bursatil de capital variable,
    sa de cv=sociedad anonima de capital variable, sapi de cv, saa=sociedad anonima abierta,
    sac=sociedad anonima cerrada, sgps, sicav, scsp, psjc, joint stock commercial bank=akb, sha=shoqeri aksionare`,
  LIMITED: `
    sarl=societe a responsabilite limitee=suarl, eurl=entreprise unipersonnelle a responsabilite limitee,
    sas=societe par actions simplifiee=sociedad por acciones simplificada, sasu, selarl, sci=societe civile immobiliere,
    scp, societe civile, sprl, bvba, srl=societa a responsabilita limitata=sociedad de responsabilidad limitada=societate cu raspundere limitata=societatea cu raspundere limitata=srls,
    gmbh=gesellschaft mit beschrankter haftung=gesellschaft mit beschraenkter haftung=ges mbh=mbh=ggmbh,
    ug=unternehmergesellschaft=ug haftungsbeschrankt, ltd=limited=ltda=limitada=ltd co, llc=limited liability company=limited liability co=l l c,
    inc=incorporated, bv=besloten vennootschap, sl=sociedad limitada=slu=sociedad limitada unipersonal, lda,
    sp z oo=spzoo=spolka z ograniczona odpowiedzialnoscia=sp z o o=spolka zoo, sro=spolecnost s rucenim omezenym=spol sro=spolocnost s rucenim obmedzenym=s r o,
    doo=drustvo s ogranicenom odgovornoscu=drustvo sa ogranicenom odgovornoscu=druzba z omejeno odgovornostjo=d o o=dooel,
    kft=korlatolt felelossegu tarsasag, oy=osakeyhtio=oy ab, ehf=einkahlutafelag, sia=sabiedriba ar ierobezotu atbildibu,
    uab=uzdaroji akcine bendrove, ou=osauhing, ood=druzhestvo s ogranichena otgovornost=eood,
    ooo=obshchestvo s ogranichennoy otvetstvennostyu=o o o, tov=tovarystvo z obmezhenoyu vidpovidalnistyu=tzov,
    odo=obshchestvo s dopolnitelnoy otvetstvennostyu, too=tovarishchestvo s ogranichennoy otvetstvennostyu,
    mchj, shpk=shoqeri me pergjegjesi te kufizuar, epe=etaireia periorismenis efthynis, ike, fze=free zone establishment,
    fzco=fzc=free zone company, fz llc, dmcc, wll=with limited liability, spc, sdn bhd=sendirian berhad,
    pty ltd=proprietary limited=pty=pty limited, pte ltd=private limited=pvt ltd=pvt limited=pvt=pte=pte limited=private ltd,
    ltd sti=limited sirketi=ltd sirketi, s de rl de cv=sociedad de responsabilidad limitada de capital variable=s de rl,
    eirl=empresa individual de responsabilidad limitada, dac=designated activity company, yk=yugen kaisha=you xian hui she, gk=godo kaisha,
    you xian gong si=youxian gongsi, you xian ze ren gong si, co ltd=company limited=co limited, tnhh=cong ty tnhh, na=national association, ulc, cyf,
    proprietary, societe unipersonnelle, unlimited company`,
  PARTNERSHIP: `
    scs=societe en commandite simple, kg=kommanditgesellschaft, gmbh co kg, lp=limited partnership, s en c=sociedad en comandita,
    snc=societe en nom collectif=societa in nome collettivo, ohg=offene handelsgesellschaft, gbr=gesellschaft burgerlichen rechts, gp=general partnership,
    vof=vennootschap onder firma, cv=commanditaire vennootschap, llp=limited liability partnership, lllp, partg mbb, ks=kommandittselskab=kommandittselskap,
    hb=handelsbolag, kb=kommanditbolag, ky=kommandiittiyhtio, sp k=spolka komandytowa, sp j=spolka jawna, sas di, sapa, komanditni spolecnost, bt=beteti tarsasag`,
  COOPERATIVE: `
    scop, gie=groupement d interet economique, eg=eingetragene genossenschaft, sem=societe d economie mixte,
    coop=cooperative=cooperativa=kooperativ=cooperatif, scrl, ua, scpa, osk`,
  NON_PROFIT: `
    asbl=association sans but lucratif, ev=eingetragener verein, vzw=vereniging zonder winstoogmerk, association loi 1901,
    ong=ngo=non governmental organization, stichting, ano=avtonomnaya nekommercheskaya organizatsiya, clg`,
  STATE: `
    fgup=federalnoe gosudarstvennoe unitarnoe predpriyatie=federal state unitary enterprise, gup=gosudarstvennoe unitarnoe predpriyatie=state unitary enterprise,
    mup=munitsipalnoe unitarnoe predpriyatie, rup=republican unitary enterprise, epic=etablissement public industriel et commercial, aor=anstalt des offentlichen rechts, kgup, dp=derzhavne pidpryyemstvo`,
  SOLE: `ei=entreprise individuelle, ek=eingetragener kaufmann, ip=individualnyy predprinimatel, fop, sole proprietorship, eireli`,
}

export interface LegalForm {
  /** One spelling for all spellings of the form. */
  name: string
  formClass: FormClass
}

function readForms(): Map<string, LegalForm> {
  const read = new Map<string, LegalForm>()
  for (const [formClass, text] of Object.entries(forms) as [FormClass, string][]) {
    for (const group of text.split(',')) {
      const spellings = group.trim().split('=')
      const form = { name: spellings[0] ?? '', formClass }
      for (const spelling of spellings) read.set(spelling.replace(/\s+/g, ' '), form)
    }
  }
  return read
}

export const legalForms: ReadonlyMap<string, LegalForm> = readForms()

/** Words of forms, so long that one wrong letter cannot make another word of them. */
export const longFormWords: readonly string[] = [
  ...new Set([...legalForms.keys()].flatMap((form) => form.split(' ')).filter((word) => word.length >= 5)),
]
